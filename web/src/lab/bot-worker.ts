/** A bot's own code in a worker. Whatever it does is an answer or a {@link BotFault}: the page is never blocked by it. */
import { parse } from 'es-module-lexer/js';
import { readJson } from '../ui/bounded-json';
import botPrelude from './bot-prelude.js?raw';
import { labWords } from './words';

/** A bot as its author gave it. */
export interface OwnBot {
  name: string;
  /** Of a JavaScript module whose default export answers events (docs/bot-protocol.md). */
  source: string;
}

/** Characters of a bot's source. */
export const MOST_SOURCE = 2 ** 20;

/** Characters of an answer; a decision has some twenty. */
export const MOST_ANSWER = 1000;

const PRELUDE = botPrelude.replaceAll(/\n\s*/g, ' ').replaceAll(/\bMOST_ANSWER\b/g, String(MOST_ANSWER));

/** What the worker says of an answer, or of its start, which has the number 0. */
type BotMessage = [id: number, kind: 'ready' | 'answer' | 'threw' | 'long' | 'no function' | 'open', text: string];

/** What a bot did wrong, in words for its author. */
export class BotFault extends Error {
  override name = 'BotFault';
}

/** How long an answer may take. Looks are counted, not time: a computer that sleeps is not the bot's fault. */
export interface BotPatience {
  /** Milliseconds between two looks. */
  look: number;
  /** Looks after which an answer is late. */
  looks: number;
}

export const botPatience: BotPatience = { look: 500, looks: 10 };

/** A worker, or in tests something that acts like one. */
export interface BotEndpoint {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface BotSurroundings {
  launch: (source: string) => BotEndpoint;
  patience: BotPatience;
}

export const botSurroundings: BotSurroundings = { launch, patience: botPatience };

/**
 * Starts a worker from a blob: it has the page's content security policy, which allows neither other origins nor `eval`, and
 * `bot-prelude.js` takes the page's storage and the network from it.
 */
function launch(source: string): BotEndpoint {
  const url = URL.createObjectURL(new Blob([PRELUDE, handedOver(source)], { type: 'text/javascript' }));
  const worker = new Worker(url, { type: 'module', name: 'bot' });
  const terminate = worker.terminate.bind(worker);
  // Revoked only with the worker: some browsers fetch it later than others.
  worker.terminate = () => {
    terminate();
    URL.revokeObjectURL(url);
  };
  return worker;
}

/**
 * A bot's module that hands its default export to `bot-prelude.js` when all its lines have run. The browser's own way, a module that
 * imports itself, is none in WebKit: it runs the module again, if the policy lets it. Lines keep their numbers.
 */
export function handedOver(source: string): string {
  let name = '';
  let module = source;
  try {
    const [, exported] = parse(source);
    const found = exported.find(({ n }) => n === 'default');
    name = found?.ln ?? '';
    // What has no name gets one.
    if (found && !name) {
      name = 'OUTPOST_BOT';
      const between = source.slice(found.ss + 'export'.length, found.s);
      module = `${source.slice(0, found.ss)}${between}const ${name} = ${source.slice(found.e)}`;
    }
  } catch {
    // The browser says what is wrong with it, better.
  }
  return `${module}\n;OUTPOST_TAKES(${name});`;
}

/** One bot that runs; it answers one event after the other. */
export class BotWorker {
  readonly #worker: BotEndpoint;
  readonly #patience: BotPatience;
  #asked = 0;
  #waiting: { id: number; settle: (text: string) => void; fail: (error: Error) => void } | null = null;
  /** Why it runs no more. */
  #ended: Error | null = null;
  readonly #signal: AbortSignal;

  private constructor(source: string, signal: AbortSignal, { launch, patience }: BotSurroundings) {
    this.#patience = patience;
    this.#signal = signal;
    signal.addEventListener('abort', this.close);
    this.#worker = launch(source);
    this.#worker.onmessage = ({ data }) => this.#heard(data);
    this.#worker.onmessageerror = () => this.#end(new BotFault(labWords.bot.unreadable));
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      // A module that cannot be read gives an event without a message.
      this.#end(
        new BotFault(
          event.message
            ? labWords.bot.threw(cut(event.message.replace(/^Uncaught (Error: )?/, '')))
            : labWords.bot.noModule,
        ),
      );
    };
  }

  /** Starts a bot. Rejects with a {@link BotFault} where its module does not run, and with an `AbortError` once `signal` says so. */
  static async start(
    source: string,
    signal: AbortSignal,
    around: BotSurroundings = botSurroundings,
  ): Promise<BotWorker> {
    signal.throwIfAborted();
    const bot = new BotWorker(source, signal, around);
    await bot.#wait(0);
    return bot;
  }

  /** The answer to an event: any JSON value. Rejects with a {@link BotFault}, after which the bot is ended. */
  async ask(event: object): Promise<unknown> {
    const id = ++this.#asked;
    const answer = this.#wait(id);
    if (!this.#ended) this.#worker.postMessage([id, event]);
    const text = await answer;
    try {
      return readJson(text);
    } catch {
      throw this.#end(new BotFault(labWords.bot.unreadable));
    }
  }

  /** Ends it; an answer that is waited for rejects with an `AbortError`. */
  readonly close = (): void => {
    this.#end(new DOMException('the bot was ended', 'AbortError'));
  };

  #wait(id: number): Promise<string> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const { look, looks } = this.#patience;
      let silent = 0;
      const timer = setInterval(() => {
        if (++silent === looks) this.#end(new BotFault(labWords.bot.late((look * looks) / 1000)));
      }, look);
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          clearInterval(timer);
          this.#waiting = null;
          settle(value);
        };
      this.#waiting = { id, settle: settled(resolve), fail: settled(reject) };
    });
  }

  #heard(data: unknown): void {
    if (!isMessage(data)) {
      this.#end(new BotFault(labWords.bot.unreadable));
      return;
    }
    const [id, kind, text] = data;
    if (kind === 'open') this.#end(new BotFault(labWords.bot.open(text)));
    if (this.#waiting?.id !== id) return;
    if (kind === 'ready' || kind === 'answer') this.#waiting.settle(text);
    else if (kind === 'threw') this.#end(new BotFault(labWords.bot.threw(text)));
    else if (kind === 'long') this.#end(new BotFault(labWords.bot.long(MOST_ANSWER)));
    else this.#end(new BotFault(labWords.bot.noFunction));
  }

  #end(why: Error): Error {
    if (!this.#ended) {
      this.#ended = why;
      this.#signal.removeEventListener('abort', this.close);
      this.#worker.terminate();
      this.#waiting?.fail(why);
    }
    return why;
  }
}

/** Whether a message is one of `bot-prelude.js`, of a length that cannot hurt. */
function isMessage(data: unknown): data is BotMessage {
  if (!Array.isArray(data) || data.length !== 3) return false;
  const [id, kind, text] = data as unknown[];
  return typeof id === 'number' && typeof kind === 'string' && typeof text === 'string' && text.length <= MOST_ANSWER;
}

/** As much of a text as a message has room for. */
export const cut = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
