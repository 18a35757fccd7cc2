import { msg, str } from '@lit/localize';
import { tenths } from '../ui/format';
import { words } from '../ui/texts';

export const offlineWords = words({
  title: () => msg('Offline'),
  region: () => msg('Working offline'),
  starting: () => msg('Checking for offline files…'),
  impossible: () => msg('Outpost works here, but this browser cannot store it for offline use.'),
  impossibleWhy: (reason: string) => msg(str`Browser error: ${reason}`),
  impossibleHelp: () => msg('Private windows and addresses without https are the usual reasons.'),
  none: () => msg('Nothing is kept on this device, so Outpost needs a connection.'),
  spared: () => msg('To spare your connection, nothing is kept on this device unless you ask for it.'),
  filling: () => msg('Preparing for offline use…'),
  fillingOf: (done: string, total: string) => msg(str`${done} of ${total}`),
  kept: () => msg('The pages and the engine work offline.'),
  keptAll: () => msg('Everything works offline.'),
  keep: (size: string) => msg(str`Keep pages and engine for offline use (${size})`),
  keepAll: (size: string) => msg(str`Keep everything for offline use (${size})`),
  remove: () => msg('Remove from this device'),
  removeHelp: () => msg('Games and settings stay.'),
  failed: () => msg('Outpost could not be kept for offline use'),
  failedWhy: {
    quota: () => msg('Not enough space on this device. Everything still works online.'),
    network: () => msg('The connection was lost. The download will continue from where it stopped.'),
    changed: (name: string) =>
      msg(
        str`The server sent a file that does not belong to this version (${name}). Reloading may help; some hosts modify files.`,
      ),
    storage: (detail: string) => msg(str`Browser storage failed: ${detail}`),
  },
  files: () => msg('Pages and engine'),
  network: () => msg('Neural network'),
  stockfish: () => msg('Stockfish'),
  onFirstUse: (size: string) => msg(str`on first use (${size})`),
  total: () => msg('On this device'),
  nothing: () => msg('Nothing'),
  size: (bytes: number) => msg(str`${tenths.format(bytes / 1e6)} MB`),
  install: () => msg('Install as an app'),
  updateShort: () => msg('New version'),
  copyShort: () => msg('Offline copy'),
  update: () => msg('A new version is ready'),
  updateText: () => msg('Games in progress are kept. Other tabs keep their version until reloaded.'),
  updateNow: () => msg('Update now'),
  updateComing: () => msg('Updating…'),
  updateElsewhere: () => msg('Outpost was updated'),
  updateElsewhereText: () => msg('This tab keeps the old version until reloaded. Games in progress are kept.'),
  updateFailed: () =>
    msg('A new version could not be downloaded completely. This one stays, and Outpost tries again later.'),
  later: () => msg('Later'),
  reload: () => msg('Reload'),
  mended: (name: string) => msg(str`A damaged offline file was downloaded again (${name}).`),
  damaged: (name: string) => msg(str`An offline file is damaged (${name}). Go online and reload to repair it.`),
});
