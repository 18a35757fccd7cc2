import { expect, it } from 'vitest';
import { embedCode, lessonCode, puzzleCode } from './embed-code';

const SITE = 'https://example.org/outpost/index.html?build=single#replay';

it('writes an element', () => {
  expect(
    embedCode(
      { link: '1abc', perspective: 'white', orientation: 'black', panels: ['text', 'moves'], kind: 'element' },
      SITE,
    ),
  ).toBe(`<script type="module" src="https://example.org/outpost/outpost-embed.js"></script>
<outpost-replay link="1abc" perspective="white" orientation="black" panels="text moves"></outpost-replay>`);
  expect(embedCode({ link: '1abc', panels: [], kind: 'element' }, SITE)).toContain('panels="none"');
  expect(embedCode({ link: '1abc', boards: true, panels: ['text'], kind: 'element' }, SITE)).toContain(
    '<outpost-board link="1abc"></outpost-board>',
  );
});

it('writes an iframe', () => {
  const code = embedCode({ link: '1abc', perspective: 'both', panels: ['text', 'sizes'], kind: 'iframe' }, SITE);
  expect(code.split('\n')[0]).toBe(
    '<iframe src="https://example.org/outpost/embed.html#element=replay&amp;link=1abc&amp;perspective=both&amp;panels=text+sizes" title="Reconnaissance Blind Chess" width="100%" height="720" loading="lazy" frameborder="0"></iframe>',
  );
  expect(code).toContain("data.type === 'height'");
});

it('writes lessons', () => {
  expect(lessonCode('rules', 'element', SITE)).toContain('<outpost-lesson name="rules"></outpost-lesson>');
  expect(lessonCode('rules', 'iframe', SITE)).toContain('embed.html#element=lesson&amp;name=rules"');
});

it('writes puzzles', () => {
  expect(puzzleCode('0aSense1', 'element', SITE)).toContain('<outpost-puzzle puzzle="0aSense1"></outpost-puzzle>');
  expect(puzzleCode('0aSense1', 'iframe', SITE)).toContain('embed.html#element=puzzle&amp;puzzle=0aSense1"');
});

it('lets nothing out of its attributes', () => {
  const link = `1"><script>alert('&')</script>`;
  for (const kind of ['element', 'iframe'] as const) {
    const code = embedCode({ link, kind }, SITE);
    expect(code).not.toContain('<script>alert');
    const [written = ''] = kind === 'element' ? [code] : code.split('\n');
    expect(written).not.toContain("'");
    expect(written.match(/"/g)?.length).toBe(kind === 'element' ? 6 : 12);
  }
  expect(embedCode({ link, kind: 'element' }, SITE)).toContain(
    'link="1&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;"',
  );
});
