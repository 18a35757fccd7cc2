import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify, isLinkHash, wholeFen } from './paste';

const FEN = 'rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2';
const LINK = '14aA0bC9dEfGh1234567890abcdefXYZ';

describe('what a pasted text is', () => {
  it.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['{"type": "GameHistory"}\n{"type": "GameHistory"}', 'records'],
    ['\ufeff{"type": "GameHis', 'records'],
    ['[1, 2', 'records'],
    [LINK, 'link'],
    [`#${LINK}`, 'link'],
    [`https://example.org/outpost/?build=single#${LINK}`, 'link'],
    [`Look: <https://example.org/#${LINK}>, nice`, 'link'],
    [`${LINK.slice(0, 9)}\n${LINK.slice(9)}`, 'link'],
    [FEN, 'boards'],
    ['8/8/8/8/8/8/8/4K2k', 'boards'],
    [`${FEN}\r\n\n${FEN} \n`, 'boards'],
    [`"${FEN}",\n"${FEN}"`, 'boards'],
    [JSON.stringify({ type: 'Boards', fens: [FEN] }), 'boards'],
    [JSON.stringify([FEN, FEN]), 'boards'],
    [`${FEN}\nhello`, 'unknown'],
    ['e4 e5', 'unknown'],
    ['https://example.org/', 'unknown'],
  ])('%j is %s', (text, kind) => {
    expect(classify(text).kind).toBe(kind);
  });

  it('gives FENs all their fields', () => {
    expect(classify('8/8/8/8/8/8/8/4K2k b')).toEqual({ kind: 'boards', fens: ['8/8/8/8/8/8/8/4K2k b - - 0 1'] });
    expect(wholeFen(FEN)).toBe(FEN);
  });

  it('takes any text without complaint, and no time that grows out of hand', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(['empty', 'records', 'link', 'boards', 'unknown']).toContain(classify(text).kind);
      }),
    );
    for (const text of [
      '1'.repeat(1e6),
      '/'.repeat(1e6),
      'p'.repeat(1e6),
      `${'8/'.repeat(5e5)}`,
      `[${'"'.repeat(1e6)}`,
    ]) {
      expect(classify(text).kind).not.toBe('boards');
    }
  });

  it('knows a link however it was broken up', () => {
    const characters = fc.constantFrom(...'0123456789abcXYZ');
    const link = fc.string({ unit: characters, minLength: 8, maxLength: 80 }).map((text) => `1${text}`);
    const junk = fc.constantFrom('', ' ', '\n', '\r\n', '\u200b', '\u00ad');
    fc.assert(
      fc.property(link, junk, fc.nat(80), (text, between, at) => {
        const broken = `https://example.org/#${text.slice(0, at)}${between}${text.slice(at)}`;
        expect(classify(broken).kind).toBe('link');
      }),
    );
  });

  it('takes no address of a page for a link', () => {
    for (const hash of ['', '#', '#play', '#analyse/1', '#replay', '#play/game']) expect(isLinkHash(hash)).toBe(false);
    expect(isLinkHash(`#${LINK}`)).toBe(true);
    expect(isLinkHash('#1h')).toBe(true);
    // Of a later version: whoever reads it says so.
    expect(isLinkHash('#2abcdef')).toBe(true);
  });
});

it('names the line of a list of positions that is none', () => {
  const fen = '8/8/8/8/8/8/8/4K2k w - - 0 1';
  expect(classify(`${fen}\r\n\r\n ${fen}\nsomething else\n${fen}`)).toEqual({
    kind: 'unknown',
    bad: { line: 4, text: 'something else' },
  });
});
