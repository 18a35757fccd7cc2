import { msg } from '@lit/localize';
import { words } from '../ui/texts';

export const appWords = words({
  name: () => msg('Outpost'),
  title: () => msg('Outpost: Reconnaissance Blind Chess'),
  skip: () => msg('Skip to content'),
  navigation: () => msg('Main'),
  play: () => msg('Play'),
  analyse: () => msg('Analyse'),
  train: () => msg('Train'),
  learn: () => msg('Learn'),
  lab: () => msg('Lab'),
  dropHere: () => msg('Drop the files to open them'),
  about: () => msg('About'),
  settings: () => msg('Settings'),
  theme: () => msg('Colour scheme'),
  themes: { auto: () => msg('System'), light: () => msg('Light'), dark: () => msg('Dark') },
  home: () => msg('Outpost home'),
});
