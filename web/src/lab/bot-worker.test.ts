import { describe, expect, it } from 'vitest';
import { type BotEndpoint, BotFault, BotWorker, handedOver, MOST_ANSWER } from './bot-worker';
import { labWords } from './words';

/** A worker of which `react` says what it does with a message; `say` is how it answers. */
class Fake implements BotEndpoint {
  onmessage: BotEndpoint['onmessage'] = null;
  onmessageerror: BotEndpoint['onmessageerror'] = null;
  onerror: BotEndpoint['onerror'] = null;
  ended = false;
  constructor(readonly react: (id: number, say: (data: unknown) => void) => void) {
    setTimeout(() => this.say([0, 'ready', '']));
  }
  say(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent);
  }
  postMessage(message: unknown): void {
    const [id] = message as [number];
    setTimeout(() => this.react(id, (data) => this.say(data)));
  }
  terminate(): void {
    this.ended = true;
  }
}

async function startWith(react: Fake['react']): Promise<{ bot: BotWorker; fake: Fake; stop: () => void }> {
  const fake = new Fake(react);
  const abort = new AbortController();
  const around = { launch: () => fake, patience: { look: 2, looks: 5 } };
  return { bot: await BotWorker.start('', abort.signal, around), fake, stop: () => abort.abort() };
}

/** What becomes of a question to a bot that reacts so. */
async function askOne(react: Fake['react']): Promise<unknown> {
  const { bot, fake } = await startWith(react);
  try {
    return await bot.ask({ event: 'choose_move' });
  } catch (error) {
    // After a fault it is over.
    expect(error).toBeInstanceOf(BotFault);
    expect(fake.ended).toBe(true);
    await expect(bot.ask({})).rejects.toBe(error);
    return (error as Error).message;
  }
}

describe('a module', () => {
  it.each([
    ['export default function respond() { return 7; }'],
    ['const f = () => 7;\nexport default f;'],
    ['export default () => 7'],
    ['export default async function () { return 7; } // the end'],
    ['const f = () => 7; export { f as default };'],
    ['// export default 3\nconst text = "export default 4";\nexport\ndefault (() => 7)'],
  ])('hands over what it exports: %s', async (source) => {
    const script = handedOver(source);
    expect(script.split('\n').length).toBe(source.split('\n').length + 1);
    const taken: unknown[] = [];
    Object.assign(globalThis, { OUTPOST_TAKES: (bot: unknown) => taken.push(bot) });
    await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`);
    expect(await (taken[0] as () => unknown)()).toBe(7);
  });

  it.each(['function respond() {}', 'export const move = 1;', 'export default function ('])(
    'without a default export hands over nothing: %s',
    (source) => {
      expect(handedOver(source)).toBe(`${source}\n;OUTPOST_TAKES();`);
    },
  );
});

describe('a bot that runs', () => {
  it('answers one question after the other', async () => {
    const { bot, fake } = await startWith((id, say) => {
      say([id - 1, 'answer', '"of the question before"']);
      say([id, 'answer', `{"move": "e2e4", "id": ${id}}`]);
    });
    expect(await bot.ask({})).toEqual({ move: 'e2e4', id: 1 });
    expect(await bot.ask({})).toEqual({ move: 'e2e4', id: 2 });
    bot.close();
    expect(fake.ended).toBe(true);
  });

  it.each<[string, Fake['react'], string]>([
    ['never answers', () => {}, labWords.bot.late(0.01)],
    ['throws', (id, say) => say([id, 'threw', 'x is not defined']), labWords.bot.threw('x is not defined')],
    ['says too much', (id, say) => say([id, 'long', '']), labWords.bot.long(MOST_ANSWER)],
    ['sends a long text', (id, say) => say([id, 'answer', ' '.repeat(MOST_ANSWER + 1)]), labWords.bot.unreadable],
    ['sends no text', (id, say) => say([id, 'answer', { move: null }]), labWords.bot.unreadable],
    ['sends something else', (_, say) => say({ id: 1 }), labWords.bot.unreadable],
    ['sends no JSON', (id, say) => say([id, 'answer', '{']), labWords.bot.unreadable],
    ['sends deep JSON', (id, say) => say([id, 'answer', '['.repeat(900)]), labWords.bot.unreadable],
    ['is not sealed off', (_, say) => say([0, 'open', 'caches']), labWords.bot.open('caches')],
  ])('and %s makes a fault', async (_, react, fault) => {
    expect(await askOne(react)).toBe(fault);
  });

  it('that fails between two questions makes a fault at the next', async () => {
    const { bot, fake } = await startWith(() => {});
    fake.onerror?.({ message: 'Uncaught Error: late' } as ErrorEvent);
    await expect(bot.ask({})).rejects.toThrow(labWords.bot.threw('late'));
  });

  it('is ended by who waits for it', async () => {
    const { bot, fake, stop } = await startWith(() => {});
    const answer = bot.ask({});
    stop();
    await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(fake.ended).toBe(true);
  });
});

describe('a bot that does not start', () => {
  const around = (begin: (fake: Fake) => void) => ({
    launch: () => {
      const fake = new Fake(() => {});
      fake.say = () => {};
      setTimeout(() => begin(fake));
      return fake;
    },
    patience: { look: 2, looks: 5 },
  });
  const { signal } = new AbortController();
  const heard = (data: unknown) => (fake: Fake) => fake.onmessage?.({ data } as MessageEvent);

  it.each<[string, (fake: Fake) => void, string]>([
    ['is no module', (fake) => fake.onerror?.({} as ErrorEvent), labWords.bot.noModule],
    ['throws', heard([0, 'threw', 'no']), labWords.bot.threw('no')],
    ['exports no function', heard([0, 'no function', '']), labWords.bot.noFunction],
    ['loops', () => {}, labWords.bot.late(0.01)],
  ])('because it %s', async (_, begin, fault) => {
    await expect(BotWorker.start('', signal, around(begin))).rejects.toThrow(fault);
  });

  it('as nobody waits for it any more', async () => {
    const launched: Fake[] = [];
    const launch = () => {
      const fake = new Fake(() => {});
      launched.push(fake);
      return fake;
    };
    await expect(BotWorker.start('', AbortSignal.abort(), { ...around(() => {}), launch })).rejects.toThrow();
    expect(launched).toEqual([]);
  });
});
