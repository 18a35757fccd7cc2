import { expect, it } from 'vitest';
import { lookUp } from './locale';

const KNOWN = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'pt-BR', 'zh-Hans'];

it.each([
  [['de'], 'de'],
  [['de-AT', 'en'], 'de'],
  [['DE-ch-1901'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['pt-PT'], 'pt-BR'],
  [['pt'], 'pt-BR'],
  [['zh'], 'zh-Hans'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-Hans-HK'], 'zh-Hans'],
  [['zh-SG'], 'zh-Hans'],
  // They read other characters.
  [['zh-TW', 'ja'], 'ja'],
  [['zh-Hant', 'zh-HK', 'fr'], 'fr'],
  [['ar-EG'], 'ar'],
  // No list of ours stands for what is near to it: a person says so.
  [['nl', 'da'], undefined],
  [['nl', 'es-419'], 'es'],
  [['', '*', 'x', 'constructor', 'de_DE', 'fr'], 'fr'],
  [[], undefined],
])('%j is read in %s', (wanted, language) => {
  expect(lookUp(wanted, KNOWN)).toBe(language);
});

it('the tag itself comes before its neighbours', () => {
  expect(lookUp(['pt-PT'], ['pt-BR', 'pt-PT'])).toBe('pt-PT');
  expect(lookUp(['pt-AO'], ['pt-BR', 'pt-PT'])).toBe('pt-BR');
});
