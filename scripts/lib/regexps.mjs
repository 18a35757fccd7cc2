// Looks for regular expressions that can take more than linear time: a text of some hundred kilobytes then blocks a page for minutes.
import { analyse } from 'scslre';
import { parseSync } from 'vite';

/**
 * Descriptions of what takes more than linear time in a regular expression; empty if nothing does.
 *
 * @param {string} source
 * @param {string} flags
 * @returns {string[]}
 */
export function slowness(source, flags) {
  const { reports } = analyse({ source, flags }, { assumeRejectingSuffix: false });
  return reports.map(({ type, exponential, character }) => {
    const { source: what } = character.literal;
    if (exponential) return `takes exponential time on many of /${what}/`;
    return type === 'Move'
      ? `looks anew from each of many /${what}/ in a row`
      : `divides many of /${what}/ between its parts in each way`;
  });
}

/**
 * The regular expressions in a JavaScript or TypeScript file, as literals or as strings for `RegExp`. One that is composed of
 * parts has no `source` and cannot be checked.
 *
 * @param {string} fileName
 * @param {string} code
 * @returns {{ line: number; source: string | null; flags: string }[]}
 */
export function regexpsOf(fileName, code) {
  const { program, errors } = parseSync(fileName, code);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0].message}`);
  const found = [];
  const nodes = [program];
  while (nodes.length > 0) {
    const node = nodes.pop();
    const add = (source, flags) => found.push({ line: code.slice(0, node.start).split('\n').length, source, flags });
    if (node.type === 'Literal' && node.regex) add(node.regex.pattern, node.regex.flags);
    if (
      (node.type === 'NewExpression' || node.type === 'CallExpression') &&
      node.callee.type === 'Identifier' &&
      node.callee.name === 'RegExp'
    ) {
      const [pattern, flags] = node.arguments;
      const text = (argument) =>
        argument?.type === 'Literal' && typeof argument.value === 'string'
          ? argument.value
          : argument?.type === 'TemplateLiteral' && argument.expressions.length === 0
            ? argument.quasis[0].value.cooked
            : null;
      if (!pattern?.regex) add(text(pattern), flags === undefined ? '' : (text(flags) ?? ''));
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (child !== null && typeof child === 'object' && typeof child.type === 'string') nodes.push(child);
      }
    }
  }
  return found.reverse();
}
