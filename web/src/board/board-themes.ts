/** The colours of squares: of the light and the dark ones, and of the coordinates on each. */
export interface SquareColors {
  light: string;
  dark: string;
  onLight: string;
  onDark: string;
}

export interface BoardTheme {
  /** In the light colour scheme, in images and on paper. */
  day: SquareColors;
  /** In the dark one. */
  night: SquareColors;
}

export const BOARD_THEMES = ['slate', 'wood', 'green', 'blue', 'grey'] as const;
export type BoardThemeName = (typeof BOARD_THEMES)[number];

/**
 * The themes. Tints, ghosts and frames are the same on all of them, so that they keep their meaning; a unit test computes that
 * they stand out. `slate` is that of tokens.css.
 */
export const BOARD_COLORS: Record<BoardThemeName, BoardTheme> = {
  slate: {
    day: { light: '#ece8dd', dark: '#a4b2bf', onLight: '#4d5c6b', onDark: '#26323d' },
    night: { light: '#c2c8ce', dark: '#7b8c9d', onLight: '#3b4957', onDark: '#17202a' },
  },
  wood: {
    day: { light: '#f1e3c8', dark: '#c8a678', onLight: '#6b4f2a', onDark: '#3d2a10' },
    night: { light: '#d2bf9f', dark: '#a38560', onLight: '#4e3a1d', onDark: '#241704' },
  },
  green: {
    day: { light: '#eef0dc', dark: '#9db687', onLight: '#4a5e3a', onDark: '#22331a' },
    night: { light: '#ccd3b8', dark: '#7d9869', onLight: '#3a4a2c', onDark: '#142008' },
  },
  blue: {
    day: { light: '#e9eff5', dark: '#93b4d0', onLight: '#3c5a75', onDark: '#173049' },
    night: { light: '#c3cfda', dark: '#7192ae', onLight: '#2f475c', onDark: '#0d1e2e' },
  },
  grey: {
    day: { light: '#f4f4f4', dark: '#b4b4b4', onLight: '#555555', onDark: '#2a2a2a' },
    night: { light: '#cdcdcd', dark: '#929292', onLight: '#3d3d3d', onDark: '#191919' },
  },
};
