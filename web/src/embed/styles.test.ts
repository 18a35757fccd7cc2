import { expect, it } from 'vitest';
import { hostTokens } from './styles';

it('lets the host page set every token, and leaves the scheme to it', () => {
  const css =
    ':root{color-scheme:light dark;--bg:light-dark(#fff,#000);--gap:14px}:root[data-theme=dark]{color-scheme:dark}:root:lang(ja){--gap:12px}';
  expect(hostTokens(css)).toBe(
    ':host{--bg:var(--outpost-bg,light-dark(#fff,#000));--gap:var(--outpost-gap,14px)}:host[data-theme=dark]{}:host(:lang(ja)){--gap:var(--outpost-gap,12px)}',
  );
});
