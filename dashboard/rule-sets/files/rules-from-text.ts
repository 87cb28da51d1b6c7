import type { Rule } from '../../service/service.ts';

/** The maximum length of a generated name, in characters: about one line of a heading. */
const longestName = 80;

/** The bullet or number before an entry of a list: `-`, `•`, `3.`, `3)`, `(b)`, `4.2`. */
const listSign = /^\s*(?:[-–—*•·▪◦]\s+|\(?(?:\d{1,3}|[a-z])[.)]\s+|\d{1,3}(?:\.\d{1,3})+\.?\s+)/i;

/**
 * One rule for each line of a pasted text, without bullets and numbers. `Name: what it asks` becomes a name and a
 * description. Any other line becomes the description, and the first words of the line become the name.
 */
export function rulesFromText(text: string): Rule[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(listSign, '').trim())
    .filter((line) => line !== '')
    .map(ruleOf);
}

/** Whether a pasted text is cells of a sheet: at least two of its lines, and most of them, have a tab. */
export function isTable(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const having = lines.filter((line) => line.includes('\t')).length;
  return having >= 2 && having > lines.length / 2;
}

function ruleOf(line: string): Rule {
  const named = /^([^:.;]{2,60}):\s+(\S.*)$/.exec(line);
  if (named?.[1] !== undefined && named[2] !== undefined) {
    return { name: named[1].trim(), description: named[2].trim() };
  }
  return { name: nameOf(line), description: line };
}

/** The first words of a rule, as its name. */
export function nameOf(line: string): string {
  if (line.length <= longestName) return line.replace(/[.;,]$/, '');
  const cut = line.slice(0, longestName);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longestName / 2)).trimEnd()}…`;
}
