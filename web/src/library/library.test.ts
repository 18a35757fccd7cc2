import type { RecordDetails } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { type Damaged, entryOf, Library, mergeRows } from './library';
import { ANYTHING, NEWEST, personOf, select, tagsFrom, tagsOf } from './library-rows';
import { MemoryStore, type Row, readRow, type Store } from './library-store';

const place = { ply: 2, phase: 'sensed' as const };

/** What the engine says of a record, with the name of White in place of a hash. */
function record(white: string, extras: object = {}, differencesInAll = 0): RecordDetails {
  const json = JSON.stringify({ type: 'GameHistory', white_name: white, black_name: 'Trout' });
  return { id: `of ${white}`, json, extras, leftOut: [], differences: [], differencesInAll };
}

const summary = (white: string) => ({ white, black: 'Trout', winner: 'white' as const, reason: 'TIMEOUT', plies: 7 });
const entry = (white: string, outpost: object = {}) => entryOf(record(white, outpost), summary(white));

function opened(store: Store = new MemoryStore()): Library {
  return new Library(async () => store);
}

/** A store that refuses to write. */
class Full extends MemoryStore {
  full = true;
  override write(...given: Parameters<MemoryStore['write']>): Promise<Row[]> {
    if (this.full) return Promise.reject(new DOMException('The quota is used up', 'QuotaExceededError'));
    return super.write(...given);
  }
}

/** A store that stops answering, at once or later. */
class Silent extends MemoryStore {
  silent = true;
  private answer<T>(answer: () => Promise<T>): Promise<T> {
    return this.silent ? new Promise(() => undefined) : answer();
  }
  override async *rows(): AsyncGenerator<Row[]> {
    yield await this.answer(async () => []);
    yield* super.rows();
  }
  override text(id: string): Promise<string | null> {
    return this.answer(() => super.text(id));
  }
  override write(...given: Parameters<MemoryStore['write']>): Promise<Row[]> {
    return this.answer(() => super.write(...given));
  }
  override remove(ids: string[]): Promise<void> {
    return this.answer(() => super.remove(ids));
  }
}

describe('the library', () => {
  it('keeps games once, with notes and tags from all that were added', async () => {
    const library = opened();
    const note = { place, text: 'Here' };
    expect(await library.add([entry('Ann'), entry('Ben', { tags: ['x'] })])).toEqual({
      added: 2,
      merged: 0,
      unkept: 0,
    });
    expect(await library.add([entry('Ben', { tags: ['y', 'x'], notes: [note] })])).toEqual({
      added: 0,
      merged: 1,
      unkept: 0,
    });
    const again = await library.add([entry('Ben', { notes: [note, { place, text: 'There' }] }), entry('Ben')]);
    expect(again).toEqual({ added: 0, merged: 2, unkept: 0 });
    expect(await opened().add([entry('Cid'), entry('Cid')])).toEqual({ added: 1, merged: 1, unkept: 0 });
    const ben = library.rows.find(({ white }) => white === 'Ben');
    expect(ben?.extras).toEqual({ tags: ['x', 'y'], notes: [{ place, text: 'Here\nThere' }] });
    expect(library.rows.length).toBe(2);
    library.close();
  });

  it('gives out what was put in, with everything that joined it', async () => {
    const library = opened();
    const played = '2026-11-28T12:00:00.000Z';
    await library.add([entry('Ann', { played, assistance: { white: 'hints' } }), entry('Ben')]);
    const { id } = record('Ann');
    await library.setTags(id, [' good ', 'good', 'x,y']);
    await library.setNotes(id, [{ place, text: 'n' }]);
    let lines = '';
    for await (const some of library.lines()) lines += some;
    const records = lines.trim().split('\n');
    expect(records.length).toBe(2);
    const ann = records.map((line) => JSON.parse(line)).find((found) => found.white_name === 'Ann');
    expect(ann.outpost).toEqual({
      played,
      assistance: { white: 'hints' },
      tags: ['good', 'x,y'],
      notes: [{ place, text: 'n' }],
    });
    // And another library takes it in as it was.
    const other = opened();
    await other.add(
      records.map((line) => {
        const { white_name: white, outpost } = JSON.parse(line);
        return entryOf(record(white, outpost), summary(white));
      }),
    );
    expect(other.get(id)?.extras).toEqual(library.get(id)?.extras);
    expect(other.get(id)?.playedAt).toBe(Date.parse(played));
    library.close();
    other.close();
  });

  it('gives out what is whole, and what there is of the rest, with the reason', async () => {
    class Damaging extends MemoryStore {
      override async text(id: string): Promise<string | null> {
        if (id === 'of Ben') throw new Error('it cannot be read');
        return id === 'of Cid' ? null : super.text(id);
      }
    }
    const library = opened(new Damaging());
    await library.add([entry('Ann'), entry('Ben'), entry('Cid'), entry('Dan'), entry('Eve')]);
    const lines: string[] = [];
    const damaged: Damaged[] = [];
    const check = async (records: readonly string[]) =>
      records.map((text) => (text.includes('"Dan"') ? 'line 1: no game' : null));
    for await (const some of library.lines(undefined, check)) {
      if (typeof some === 'string') lines.push(some);
      else damaged.push(some);
    }
    expect(lines.map((line) => JSON.parse(line).white_name)).toEqual(['Ann', 'Eve']);
    expect(damaged.map(({ id, white, why }) => [id, white, why])).toEqual([
      ['of Ben', 'Ben', 'it cannot be read'],
      ['of Cid', 'Cid', 'the record is missing'],
      ['of Dan', 'Dan', 'line 1: no game'],
    ]);
    expect(damaged[2]?.raw).toEqual({ row: library.get('of Dan'), text: record('Dan').json });
    library.close();
  });

  it('knows which records differ from the rules, and of a damaged row what is found again', async () => {
    const library = opened();
    await library.add([entryOf(record('Ann', {}, 3), summary('Ann'))]);
    expect(library.get('of Ann')?.differences).toBe(3);
    const damaged = readRow('of Ben', null) as Row;
    const { id, ...whole } = { ...(library.get('of Ann') as Row), id: 'of Ben' };
    expect(mergeRows(damaged, { ...whole, id, white: 'Ben' })).toEqual({ ...whole, id, white: 'Ben' });
    library.close();
  });

  it('brings deleted games back until they are deleted for good', async () => {
    const store = new MemoryStore();
    const library = opened(store);
    await library.add([entry('Ann', { tags: ['x'] }), entry('Ben')]);
    const ids = library.rows.map(({ id }) => id);
    await library.remove(ids);
    expect(library.rows).toEqual([]);
    await library.restore(ids);
    expect(library.rows.map(({ extras }) => extras.tags)).toContainEqual(['x']);
    await library.remove(ids);
    // A restored or added game is not purged.
    await library.add([entry('Ben')]);
    await library.purge(ids);
    expect(library.rows.map(({ white }) => white)).toEqual(['Ben']);
    expect(await store.text(record('Ann').id)).toBeNull();
    library.close();
  });

  it('forgets at its next opening what was deleted long ago', async () => {
    const store = new MemoryStore();
    const first = opened(store);
    await first.add([entry('Ann'), entry('Ben')]);
    const id = record('Ann').id;
    await store.write([{ id, row: (row) => row && { ...row, deletedAt: Date.now() - 48 * 3_600_000 } }]);
    await opened(store).open();
    expect(await store.text(id)).toBeNull();
    first.close();
  });

  it('holds what the browser refuses, and says so', async () => {
    const store = new Full();
    const library = opened(store);
    expect(await library.add([entry('Ann'), entry('Ben')])).toEqual({ added: 2, merged: 0, unkept: 2 });
    expect(library.problem).toBe('The quota is used up');
    expect(library.unkept.length).toBe(2);
    const id = record('Ann').id;
    await library.setTags(id, ['t']);
    expect(library.isKept(id)).toBe(false);
    expect(JSON.parse((await library.recordOf(id)) ?? '')).toMatchObject({
      white_name: 'Ann',
      outpost: { tags: ['t'] },
    });
    store.full = false;
    expect((await library.add([entry('Cid')])).unkept).toBe(0);
    // With room again, what was refused is written too.
    expect(library.unkept).toEqual([]);
    expect(library.problem).toBeNull();
    expect(await store.text(id)).toContain('Ann');
    library.close();
  });

  it('loses no change of a kept game that can no longer be written', async () => {
    const store = new Full();
    store.full = false;
    const library = opened(store);
    await library.add([entry('Ann')]);
    const id = record('Ann').id;
    store.full = true;
    await library.setTags(id, ['late']);
    expect(library.get(id)?.extras.tags).toEqual(['late']);
    expect(library.unkept.map((row) => row.id)).toEqual([id]);
    expect(await library.text(id)).toContain('Ann');
    library.close();
  });

  it('changes only the notes and tags that were changed', async () => {
    const library = opened();
    const [a, b, c] = [1, 2, 3].map((ply) => ({ place: { ply, phase: 'moved' as const }, text: `${ply}` }));
    if (!a || !b || !c) throw new Error('three notes');
    await library.add([entry('Ann', { notes: [a, b], tags: ['x', 'a, b'] })]);
    const id = record('Ann').id;
    // Another tab adds one; this one knows nothing of it, changes the first and deletes the second.
    await library.setNotes(id, [a, b, c], [a, b]);
    await library.setNotes(id, [{ ...a, text: 'new' }], [a, b]);
    expect(library.get(id)?.extras.notes).toEqual([{ ...a, text: 'new' }, c]);
    await library.setTags(id, ['x', 'a, b', 'y'], ['x', 'a, b']);
    await library.setTags(id, ['a, b', 'z'], ['x', 'a, b']);
    expect(library.get(id)?.extras.tags).toEqual(['a, b', 'y', 'z']);
    library.close();
  });

  it('says how many deleted games came back', async () => {
    const store = new MemoryStore();
    const library = opened(store);
    await library.add([entry('Ann'), entry('Ben')]);
    const ids = library.rows.map(({ id }) => id);
    await library.remove(ids);
    expect(library.deleted).toEqual(ids);
    await store.remove(ids.slice(1));
    expect(await library.restore()).toBe(1);
    expect(library.deleted).toEqual([]);
    library.close();
  });

  it('works in memory where storage never answers', async () => {
    const library = new Library(() => new Promise(() => undefined), 1);
    expect((await library.add([entry('Ann')])).unkept).toBe(1);
    expect(library.problem).toBe('Browser storage did not respond.');
    library.close();
  });

  it('works in memory where storage opens, and answers nothing after that', async () => {
    const library = new Library(async () => new Silent(), 1000, 1);
    await library.open();
    expect(library.problem).toBe('Browser storage did not respond.');
    expect((await library.add([entry('Ann')])).unkept).toBe(1);
    expect(await library.text(library.rows[0]?.id ?? '')).toContain('Ann');
    library.close();
  });

  it('waits for no answer for ever, and keeps what was refused once there are answers again', async () => {
    const store = new Silent();
    store.silent = false;
    const library = new Library(async () => store, 1000, 1);
    await library.add([entry('Ann')]);
    expect(library.problem).toBeNull();
    const [ann] = library.rows.map(({ id }) => id) as [string];
    store.silent = true;
    await expect(library.text(ann)).rejects.toThrow('did not respond');
    expect((await library.add([entry('Ben')])).unkept).toBe(1);
    await library.setTags(ann, ['seen']);
    expect(library.problem).toBe('Browser storage did not respond.');
    store.silent = false;
    await library.add([entry('Cid')]);
    expect(library.unkept).toEqual([]);
    expect(await library.text(ann)).toContain('Ann');
    library.close();
  });

  it('reads what is kept when storage answers after all', async () => {
    const store = new Silent();
    store.silent = false;
    const first = new Library(async () => store);
    await first.add([entry('Ann')]);
    store.silent = true;
    const library = new Library(async () => store, 1000, 1);
    await library.open();
    expect([library.rows, library.problem]).toEqual([[], 'Browser storage did not respond.']);
    store.silent = false;
    await library.add([entry('Ben')]);
    await expect.poll(() => library.rows.map(({ white }) => white).sort()).toEqual(['Ann', 'Ben']);
    expect([library.unkept, library.problem]).toEqual([[], null]);
    first.close();
    library.close();
  });

  it('works in memory where storage cannot be opened', async () => {
    const library = new Library(() => Promise.reject(new Error('The operation is insecure.')));
    expect((await library.add([entry('Ann')])).unkept).toBe(1);
    expect(library.problem).toBe('The operation is insecure.');
    expect(await library.text(library.rows[0]?.id ?? '')).toContain('Ann');
    library.close();
  });

  it('shows what another tab wrote', async () => {
    const store = new MemoryStore();
    const [here, there] = [opened(store), opened(store)];
    await Promise.all([here.open(), there.open()]);
    const told = new Promise((resolve) => there.addEventListener('change', resolve, { once: true }));
    await here.add([entry('Ann')]);
    await told;
    expect(there.rows.map(({ white }) => white)).toEqual(['Ann']);
    here.close();
    there.close();
  });
});

describe('rows', () => {
  const row = (id: string, change: Partial<Row> = {}): Row => ({
    id,
    white: id,
    black: 'Trout',
    winner: null,
    reason: null,
    plies: 10,
    addedAt: new Date(2026, 10, 20, 12).getTime(),
    playedAt: null,
    source: 'opened',
    extras: {},
    differences: 0,
    size: 100,
    deletedAt: null,
    damaged: false,
    ...change,
  });
  it('knows which side a person had here', () => {
    const played = (extras: Row['extras']) => personOf(row('ann', { source: 'played', extras }));
    expect(played({ assistance: { black: 'none' } })).toBe('black');
    // Two people, and a game from elsewhere.
    expect(played({ assistance: { white: 'none', black: 'none' } })).toBeNull();
    expect(personOf(row('ann', { source: 'opened', extras: { assistance: { black: 'none' } } }))).toBeNull();
  });

  const rows = [
    row('ann', { winner: 'white', reason: 'TIMEOUT', plies: 30, extras: { tags: ['Endgame'] } }),
    row('ben', { winner: 'black', reason: 'KING_CAPTURE', playedAt: new Date(2026, 10, 27, 23, 59).getTime() }),
    row('cid', { reason: 'MOVE_LIMIT', extras: { notes: [{ place, text: 'A fine trap' }], tags: ['x', 'Endgame'] } }),
    row('dan 10'),
    row('dan 9'),
  ];
  const found = (wanted: Partial<typeof ANYTHING>, order = NEWEST) =>
    select(rows, { ...ANYTHING, ...wanted }, order).map(({ id }) => id);

  it('are found by player, tag, note, result and day', () => {
    expect(found({ text: 'ANN' })).toEqual(['ann']);
    expect(found({ text: 'trap trout' })).toEqual(['cid']);
    expect(found({ text: 'endg' })).toEqual(['ann', 'cid']);
    expect(found({ tag: 'Endgame' })).toEqual(['ann', 'cid']);
    expect(found({ result: 'black' })).toEqual(['ben']);
    expect(found({ result: 'draw' })).toEqual(['cid']);
    expect(found({ result: 'open' })).toEqual(['dan 10', 'dan 9']);
    expect(found({ from: '2026-11-27' })).toEqual(['ben']);
    expect(found({ from: '2026-11-20', to: '2026-11-26' }).length).toBe(4);
    expect(found({ from: 'soon' }).length).toBe(5);
  });

  it('are put in order', () => {
    expect(found({})[0]).toBe('ben');
    expect(found({}, { by: 'white', upwards: true })).toEqual(['ann', 'ben', 'cid', 'dan 9', 'dan 10']);
    expect(found({}, { by: 'plies', upwards: false })[0]).toBe('ann');
    expect(tagsOf(rows)).toEqual([
      ['Endgame', 2],
      ['x', 1],
    ]);
  });

  it('keep tags with commas whole', () => {
    expect(tagsFrom('x, a, b, y', ['x', 'a, b'])).toEqual(['x', 'a, b', 'y']);
    expect(tagsFrom('a, c', ['a, b'])).toEqual(['a', 'c']);
  });

  it('are read whatever is stored', () => {
    expect(readRow('a', undefined)).toBeNull();
    const nothing = { white: null, black: null, plies: 0, addedAt: 0, size: 0 };
    for (const stored of [null, 'text', 7, []]) {
      expect(readRow('a', stored)).toEqual(row('a', { ...nothing, damaged: true }));
    }
    // Dates that are none would have to be shown, too.
    for (const time of [1e20, -1e20, Number.POSITIVE_INFINITY, Number.NaN, '2026']) {
      const stored = { addedAt: time, playedAt: time, deletedAt: time, plies: time, size: time };
      expect(readRow('a', stored)).toMatchObject({ addedAt: 0, playedAt: null, deletedAt: null });
    }
    expect(readRow('a', { winner: 3, plies: -1, extras: { tags: [1] }, playedAt: Number.NaN })).toEqual(
      row('a', nothing),
    );
    expect(mergeRows(row('a', { deletedAt: 1, extras: { tags: ['old'] } }), row('a')).extras).toEqual({});
  });
});
