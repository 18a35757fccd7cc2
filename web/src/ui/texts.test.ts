import { expect, it } from 'vitest';
import { clauses, sentence, sentences, series } from './texts';

it('sentences follow each other with a space, where their punctuation has none of its own', () => {
  expect(sentences('One.', false, '', 'Two.')).toBe('One. Two.');
  expect(sentences('一。', '二。')).toBe('一。二。');
  expect(sentences(false, 'One.')).toBe('One.');
  expect(sentences()).toBe('');
});

it('texts in a row have separators, of which clauses have stronger ones', () => {
  expect(series(['a1', 'b2', 'c3'])).toBe('a1, b2, c3');
  expect(sentence(clauses([series(['a1', 'b2']), 'c3']))).toBe('a1, b2; c3.');
  expect(series([])).toBe('');
});
