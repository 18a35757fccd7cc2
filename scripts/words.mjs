/**
 * The messages of the pages, for translators (docs/translating.md): `npm run words` writes every `msg(…)` of web/src to
 * web/words/en.xlf, brings the languages beside it up to date, and says what each of them lacks; `npm run words -- --add it` begins
 * a language. With `--check` nothing is written: it fails where a file would change, where a text is missing, stale or has other values
 * or plural forms than it should, and where people read a text that is no message.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { RuntimeLitLocalizer } from '@lit/localize-tools/lib/modes/runtime.js';
import { LANGUAGES } from './lib/languages.mjs';
import { followed, mistakesOf, pluralForms, unitsOf, xliffOf } from './lib/translations.mjs';

/** Lines about a language when it is not checked. */
const MOST_LINES = 20;

/** What the tool brings. Its compiler made the trees that are looked at here; the project's own has no API. */
const require = createRequire(import.meta.resolve('@lit/localize-tools/lib/index.js'));
const ts = require('typescript');

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({ options: { check: { type: 'boolean' }, add: { type: 'string' } } });
mkdirSync(`${root}${LANGUAGES}`, { recursive: true });
const languages = readdirSync(`${root}${LANGUAGES}`)
  .map((name) => name.replace(/\.xlf$/, ''))
  .filter((language) => language !== 'en');
if (options.add !== undefined) {
  const [language] = Intl.getCanonicalLocales(options.add);
  if (!languages.includes(language)) languages.push(language);
}
const problems = [];

const localizer = new RuntimeLitLocalizer({
  baseDir: root,
  resolve: (path) => `${root}${path}`,
  sourceLocale: 'en',
  targetLocales: [],
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

// Their files would be emptied. It happens where node_modules is a link, which is not searched for the type of `msg`.
if (messages.length === 0) throw new Error('no message was found in web/src: is node_modules complete, and no link?');

const written = localizer.formatter.encodeLocale(messages, 'en', []);
write('en', written);
const english = unitsOf(written);
for (const language of languages) {
  const units = followed(english, unitsOf(read(language)));
  write(language, xliffOf(units, language));
  checkLanguage(language, units);
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function read(language) {
  const path = `${root}${LANGUAGES}/${language}.xlf`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function write(language, text) {
  if (text === read(language)) return;
  const path = `${LANGUAGES}/${language}.xlf`;
  if (options.check) problems.push(`${path} is not up to date: npm run words`);
  else writeFileSync(`${root}${path}`, text);
}

/** Says what a language lacks. That is a problem only where it is to be complete. */
function checkLanguage(language, units) {
  const forms = pluralForms(language);
  const found = units.flatMap((unit) => {
    if (unit.target === undefined) return [['missing', unit, '']];
    if (unit.was !== undefined) return [['changed', unit, `; it was: ${unit.was}`]];
    return mistakesOf(unit, forms).map((mistake) => ['wrong', unit, `: the translation ${mistake}`]);
  });
  const count = (kind) => found.filter(([each]) => each === kind).length;
  console.log(
    `${language}: ${units.length} messages, ${count('missing')} missing, ${count('changed')} changed, ${count('wrong')} mistakes`,
  );
  const lines = found.map(
    ([kind, { id, source }, more]) => `${LANGUAGES}/${language}.xlf: ${kind}: ${id} (${source})${more}`,
  );
  if (options.check) problems.push(...lines);
  // A language that is begun lacks everything.
  else for (const line of lines.slice(0, MOST_LINES)) console.log(line);
}

function report(file, position, text) {
  const { line } = file.getLineAndCharacterOfPosition(position);
  problems.push(`${file.fileName.slice(root.length)}:${line + 1}: ${text.replaceAll(/\s+/g, ' ').trim()}`);
}

/** Reports the texts of a file that are no messages: all that a words.ts says, and what templates say by themselves. */
function findTexts(file) {
  const isWords = /[/-]words\.ts$/.test(file.fileName);
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'msg') {
      const spans = node.arguments[0].template?.templateSpans ?? [];
      // lit-localize makes them one value, so that a language can neither order nor separate them.
      if (spans.slice(0, -1).some(({ literal }) => !/\S/.test(literal.text)))
        report(
          file,
          node.getStart(file),
          `two values with nothing between them: ${textOf(node.arguments[0].template)}`,
        );
      // Its values are no part of a message.
      for (const { expression } of spans) visit(expression);
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
