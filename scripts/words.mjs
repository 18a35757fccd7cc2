/**
 * The messages of the pages, for translators (web/README.md): `npm run words` writes every `msg(…)` of web/src to
 * web/words/en.xlf, and brings the languages beside it up to date. With `--check` nothing is written: it fails where that would
 * change a file, where a translation has other values than its message, and where people read a text that is no message.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { RuntimeLitLocalizer } from '@lit/localize-tools/lib/modes/runtime.js';
import { LANGUAGES } from './lib/languages.mjs';

/** What the tool brings. Its compiler made the trees that are looked at here; the project's own has no API. */
const require = createRequire(import.meta.resolve('@lit/localize-tools/lib/index.js'));
const ts = require('typescript');
const { DOMParser } = require('@xmldom/xmldom');

const root = fileURLToPath(new URL('..', import.meta.url));
mkdirSync(`${root}${LANGUAGES}`, { recursive: true });
const languages = readdirSync(`${root}${LANGUAGES}`).map((name) => name.replace(/\.xlf$/, ''));
const problems = [];

const localizer = new RuntimeLitLocalizer({
  baseDir: root,
  resolve: (path) => `${root}${path}`,
  sourceLocale: 'en',
  targetLocales: languages,
  inputFiles: ['web/src/**/*.ts', '!**/*.test.ts', 'node_modules/@lit/localize/**/*.d.ts'],
  output: { mode: 'runtime' },
  interchange: { format: 'xliff', xliffDir: LANGUAGES },
});
// Of types, only what `msg` is has to be known.
Object.assign(localizer.filesAndCompilerOptions.options, {
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  noResolve: true,
  noLib: true,
  types: [],
});

const { messages, errors } = localizer.extractSourceMessages();
for (const { file, start, messageText } of errors) report(file, start, messageText);
for (const file of localizer.program.getSourceFiles()) if (file.fileName.includes('/web/src/')) findTexts(file);

const { translations } = localizer.readTranslationsSync();
for (const language of new Set(['en', ...languages])) {
  const path = `${LANGUAGES}/${language}.xlf`;
  const before = languages.includes(language) ? readFileSync(`${root}${path}`, 'utf8') : '';
  const kept = language === 'en' ? [[]] : [translations.get(language) ?? [], new DOMParser().parseFromString(before)];
  const after = localizer.formatter.encodeLocale(messages, language, ...kept);
  if (after === before) continue;
  if (process.argv.includes('--check')) problems.push(`${path} is not up to date: npm run words`);
  else writeFileSync(`${root}${path}`, after);
}
problems.push(...localizer.validateTranslations().errors);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function report(file, position, text) {
  const { line } = file.getLineAndCharacterOfPosition(position);
  problems.push(`${file.fileName.slice(root.length)}:${line + 1}: ${text.replaceAll(/\s+/g, ' ').trim()}`);
}

/** Reports the texts of a file that are no messages: all that a words.ts says, and what templates say by themselves. */
function findTexts(file) {
  const isWords = /[/-]words\.ts$/.test(file.fileName);
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'msg') {
      // Its values are no part of a message.
      for (const { expression } of node.arguments[0].template?.templateSpans ?? []) visit(expression);
      return;
    }
    const isTemplate = ts.isTaggedTemplateExpression(node) && /^(html|svg)$/.test(node.tag.getText(file));
    const text = isTemplate ? shownBy(textOf(node.template)) : isWords && isValue(node) ? textOf(node) : '';
    if (/\p{L}{2}/u.test(text) && !text.startsWith('https:')) report(file, node.getStart(file), `no message: ${text}`);
    node.forEachChild(visit);
  };
  visit(file);
}

/** A text that becomes one of a page's: no type, no key, and nothing that is compared with. */
function isValue(node) {
  const { parent } = node;
  return (
    (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) &&
    !(ts.isPropertyAssignment(parent) && parent.name === node) &&
    !ts.isImportDeclaration(parent) &&
    !ts.isLiteralTypeNode(parent) &&
    !ts.isCaseClause(parent) &&
    !ts.isElementAccessExpression(parent) &&
    !ts.isBinaryExpression(parent)
  );
}

function textOf(node) {
  if (!ts.isTemplateExpression(node)) return node.text;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('0');
}

/** What HTML says: what stands between its tags, and in some attributes. */
function shownBy(html) {
  const said = /\s(?:aria-\w*label|aria-\w*description|title|placeholder|alt|label)="([^"]*)"/g;
  return html
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^<>]*>/g, (tag) => [...tag.matchAll(said)].map(([, text]) => text).join(' '))
    .replaceAll(/&\w+;/g, '');
}
