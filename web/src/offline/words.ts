import { msg, str } from '@lit/localize';
import { tenths } from '../ui/format';
import { words } from '../ui/texts';

export const offlineWords = words({
  title: () => msg('Offline'),
  region: () => msg('Working offline'),
  starting: () => msg('Looking at what is kept on this device…'),
  impossible: () => msg('Outpost works here, but this browser keeps nothing for use without a network.'),
  impossibleWhy: (reason: string) => msg(str`What it said: ${reason}`),
  impossibleHelp: () => msg('Private windows and addresses without https are the usual reasons.'),
  none: (total: string) =>
    msg(str`Outpost can be kept on this device, so that everything works without a network: ${total}.`),
  filling: () => msg('Getting ready to work offline…'),
  fillingOf: (done: string, total: string) => msg(str`${done} of ${total}`),
  kept: () => msg('Ready to work offline.'),
  keep: () => msg('Keep for offline use'),
  remove: () => msg('Remove from this device'),
  removeHelp: () => msg('Games and settings stay.'),
  failed: () => msg('Outpost could not be kept for offline use'),
  failedWhy: {
    quota: () => msg('There is not enough room on this device. Everything works as before, by the network.'),
    network: () => msg('The connection was lost. What has arrived is kept; it goes on from there.'),
    changed: (name: string) =>
      msg(
        str`The host gives another file than this version’s (${name}). After a reload it may work; some hosts change files on the way.`,
      ),
    storage: (detail: string) => msg(str`The browser’s storage refused: ${detail}`),
  },
  files: () => msg('Pages, engine, neural network'),
  network: () => msg('Neural network, as it was used'),
  stockfish: () => msg('Stockfish'),
  stockfishLater: () => msg('not yet: once it is used'),
  total: () => msg('Together'),
  size: (bytes: number) => msg(str`${tenths.format(bytes / 1e6)} MB`),
  install: () => msg('Install as an app'),
  update: () => msg('A new version is ready'),
  updateText: () => msg('Games in progress are kept. Other tabs go on with their version until they are reloaded.'),
  updateNow: () => msg('Reload with it'),
  updateComing: () => msg('Changing over…'),
  updateElsewhere: () => msg('Outpost was brought up to date'),
  updateElsewhereText: () =>
    msg('This tab goes on with the version before until it is reloaded. Games in progress are kept.'),
  updateFailed: () =>
    msg('There is a new version, but it could not be fetched whole. This one goes on; it is tried again later.'),
  later: () => msg('Later'),
  reload: () => msg('Reload'),
  mended: (name: string) => msg(str`A file kept on this device was damaged and was fetched again (${name}).`),
  damaged: (name: string) =>
    msg(str`A file kept on this device is damaged (${name}). Connect to the network and reload to mend it.`),
});
