import { lineEndHyphen, type Part } from './part.ts';

const dividedWord = /([\p{L}\p{N}]+)\ufffe\s*([\p{L}\p{N}]*)/gu;

/**
 * A hyphen at a line's end may belong to its word ("long-term") or only divide it ("informa-tion"). The rest of the
 * document tells: whichever form stands in it unbroken wins; where neither does, the form that won most often, and
 * before a capital or a digit always the hyphen. Offsets within the parts are moved along.
 */
export function joinDividedWords(parts: Part[]): Part[] {
  if (!parts.some((part) => part.text.includes(lineEndHyphen))) return parts;
  const decide = decider(parts);
  return parts.map((part) => (part.text.includes(lineEndHyphen) ? rejoin(part, decide) : part));
}

type Decide = (before: string, after: string) => boolean;

/** Says whether the hyphen between two halves belongs to the word. */
function decider(parts: Part[]): Decide {
  const divided = new Map<string, [string, string]>();
  for (const part of parts) {
    for (const [, before = '', after = ''] of part.text.matchAll(dividedWord)) {
      divided.set(halves(before, after), [before.toLowerCase(), after.toLowerCase()]);
    }
  }
  const wanted = new Map<string, 'joined' | 'hyphenated'>();
  for (const [before, after] of divided.values()) {
    wanted.set(before + after, 'joined');
    wanted.set(`${before}-${after}`, 'hyphenated');
  }
  const found = new Set<string>();
  for (const part of parts) {
    for (const [word] of part.text.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) {
      const lower = word.toLowerCase();
      if (wanted.has(lower)) found.add(lower);
    }
  }
  let joined = 0;
  let hyphenated = 0;
  for (const [before, after] of divided.values()) {
    if (found.has(`${before}-${after}`)) hyphenated += 1;
    else if (found.has(before + after)) joined += 1;
  }
  return (before, after) => {
    if (after === '' || /^[\p{Lu}\p{N}]/u.test(after) || /\p{N}$/u.test(before)) return true;
    const [left, right] = [before.toLowerCase(), after.toLowerCase()];
    if (found.has(`${left}-${right}`)) return true;
    return found.has(left + right) ? false : hyphenated >= joined;
  };
}

function halves(before: string, after: string): string {
  return `${before}\ufffe${after}`.toLowerCase();
}

function rejoin(part: Part, decide: Decide): Part {
  const removed: number[] = [];
  let text = '';
  for (let index = 0; index < part.text.length; index += 1) {
    if (part.text[index] !== lineEndHyphen) text += part.text[index];
    else if (keepsHyphen(part.text, index, decide)) text += '-';
    else removed.push(index);
  }
  const moved = (offset: number) => offset - removed.filter((at) => at < offset).length;
  const move = <Place extends { start: number; end: number }>(place: Place): Place => ({
    ...place,
    start: moved(place.start),
    end: moved(place.end),
  });
  return { ...part, text, headings: part.headings.map(move), marginLines: part.marginLines.map(move) };
}

function keepsHyphen(text: string, at: number, decide: Decide): boolean {
  const before = /[\p{L}\p{N}]+$/u.exec(text.slice(Math.max(0, at - 64), at))?.[0];
  const after = /^[\p{L}\p{N}]+/u.exec(text.slice(at + 1, at + 65))?.[0];
  return before === undefined || after === undefined || decide(before, after);
}
