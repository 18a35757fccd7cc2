import { msg, str } from '@lit/localize';
import { number } from '../ui/format';
import { words } from '../ui/texts';
import { levelOf } from './levels';

export const engineWords = words({
  starting: () => msg('Starting the engine…'),
  failedTitle: () => msg('The engine could not start'),
  failedText: () =>
    msg(
      'Outpost runs in this page as WebAssembly. Until it starts, no game can be played or opened. Unfinished games are still saved.',
    ),
  failedHelp: () => [
    msg('Check your connection and try again.'),
    msg('An extension, antivirus or network filter may block .wasm files: allow them for this site.'),
    msg('Strict settings such as Apple’s Lockdown Mode or Tor’s “Safest” disable WebAssembly: allow it for this site.'),
    msg('Use a current version of Firefox, Chrome, Edge or Safari.'),
  ],
  failedReason: (why: string) => msg(str`Reason: ${why}.`),
  tryOneThread: () => msg('Try with one thread'),
  noOpponents: () => msg('Opponents need the engine.'),
  stoppedTitle: () => msg('The engine has stopped'),
  stoppedText: () =>
    msg(
      'It crashed several times in a row and was not restarted. What is open here is not lost and continues after a restart.',
    ),
  stoppedReason: (why: string) => msg(str`Reason: ${why}`),
  again: () => msg('Restart'),
  back: () => msg('The engine is running again. Nothing is lost.'),
});

export const agentWords = words({
  agents: {
    random: () => msg('Random'),
    attacker: () => msg('Attacker'),
    trout: () => msg('Trout'),
    'perfect-memory': () => msg('Perfect Memory'),
    'piecewise-grid': () => msg('PiecewiseGrid'),
    'a-bot': () => msg('A_bot'),
    siamese: () => msg('Siamese'),
    hsuc: () => msg('HSUC'),
    outpost: () => msg('Outpost'),
  } as Record<string, () => string>,
  agent: (name: string) => {
    const level = levelOf(name);
    if (level !== null) return agentWords.level(level);
    return Object.hasOwn(agentWords.agents, name) ? (agentWords.agents[name] ?? name) : name;
  },
  level: (n: number) => msg(str`Level ${number.format(n)}`),
});
