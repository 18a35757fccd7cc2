/** Loads WebAssembly modules, and says in words what is wrong with one that does not load. Internal. */

/** What is loaded: a script that wasm-bindgen made, and the module that it runs. */
export interface ModuleFiles<Script> {
  /** Who cannot start without it, as the possessor in a sentence: `the engine’s`. */
  whose: string;
  /** Imports the script. */
  script: () => Promise<Script>;
  /** The address of the module. */
  url: URL;
}

/** What wasm-bindgen's scripts have by default. A response is compiled while it arrives. */
interface Initialising {
  default: (options: { module_or_path: WebAssembly.Module | Response }) => Promise<unknown>;
}

/**
 * The script's exports once its module runs. Rejects with a sentence for people: the file is not there, is a web page, was cut
 * short, is damaged, or belongs to another version.
 */
export async function loadModule<Script extends Initialising>({
  whose,
  script,
  url,
}: ModuleFiles<Script>): Promise<Script> {
  const [response, exports] = await Promise.all([
    get(whose, url, 'default'),
    script().catch((error) => {
      throw new Error(`${whose} script could not be loaded (${textOf(error)})`, { cause: error });
    }),
  ]);
  const start = async (module_or_path: WebAssembly.Module | Response): Promise<Script> => {
    try {
      await exports.default({ module_or_path });
    } catch (error) {
      // Where the imports are others; while a response arrives, a TypeError is the network's.
      const other = module_or_path instanceof WebAssembly.Module && error instanceof TypeError;
      if (!(error instanceof WebAssembly.LinkError || other)) throw error;
      throw new Error(`${whose} files are of different versions (${error.message})`, { cause: error });
    }
    return exports;
  };
  let module: WebAssembly.Module;
  try {
    if (response.headers.get('content-type')?.startsWith('application/wasm')) return await start(response);
    module = await compile(whose, await bytesOf(whose, response));
  } catch (error) {
    if (!isOfBytes(error)) throw error;
    // What the browser has at hand may be what is wrong.
    module = await compileAnew(whose, url);
  }
  return start(module);
}

/** The bytes are at fault: they do not compile, or did not arrive. */
function isOfBytes(error: unknown): boolean {
  return error instanceof WebAssembly.CompileError || error instanceof TypeError || error instanceof BadBytes;
}

/** What arrived is no module, in words. */
class BadBytes extends Error {}

/** From the host: what is wrong with what comes is said. */
async function compileAnew(whose: string, url: URL): Promise<WebAssembly.Module> {
  return compile(whose, await bytesOf(whose, await get(whose, url, 'reload')));
}

/** Compiles a module; rejects in words when the bytes are not a whole one. */
export async function compile(whose: string, bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  const problem = problemOf(whose, bytes);
  if (problem !== null) throw new BadBytes(problem);
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new BadBytes(`${whose} file is damaged (${textOf(error)})`, { cause: error });
  }
}

async function get(whose: string, url: URL, cache: RequestCache): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { cache });
  } catch (error) {
    throw new Error(`${whose} file could not be fetched (${textOf(error)})`, { cause: error });
  }
  if (!response.ok) throw new Error(`the server answered ${response.status} for ${whose} file`);
  return response;
}

async function bytesOf(whose: string, response: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new BadBytes(`${whose} file arrived only in part (${textOf(error)})`, { cause: error });
  }
}

/** `\0asm`, version 1. */
const HEADER = [0, 97, 115, 109, 1, 0, 0, 0];

/** What is wrong with the bytes of a module, as far as can be seen from outside; `null` when nothing is. */
export function problemOf(whose: string, bytes: Uint8Array): string | null {
  if (bytes.length === 0) return `${whose} file is empty`;
  // A header that was cut short is the start of a right one.
  if (!HEADER.every((byte, i) => i >= bytes.length || bytes[i] === byte)) {
    const start = new TextDecoder().decode(bytes.subarray(0, 512)).trimStart();
    return start.startsWith('<')
      ? `the server sent a web page instead of ${whose} file`
      : `the server sent something else instead of ${whose} file`;
  }
  return isWhole(bytes) ? null : `${whose} file was cut short: ${bytes.length} bytes arrived`;
}

/** Whether the last section ends with the bytes. A section is a number, its length (LEB128), and so many bytes. */
function isWhole(bytes: Uint8Array): boolean {
  let at = HEADER.length;
  while (at < bytes.length) {
    let length = 0;
    let shift = 0;
    for (;;) {
      const byte = bytes[++at];
      if (byte === undefined) return false;
      length += (byte & 127) * 2 ** shift;
      shift += 7;
      // What is not a length was damaged, not cut: the compiler says so.
      if (shift > 35) return true;
      if (byte < 128) break;
    }
    at += 1 + length;
  }
  return at === bytes.length && at > HEADER.length;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
