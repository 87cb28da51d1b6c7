import { english } from '../../language/english.ts';
import { type Scope, scopesOf } from './scopes.ts';
import type { EssentialWord } from './wording.ts';

/** A part of a sentence as the indexes of the sentence's words that it repeats. */
type Aligned = { at: ReadonlySet<number> };

/** Longer sentences are not compared, since the time grows with the square of the length. */
export const mostWords = 400;
/** More conditions than this are not tried at other places. */
const mostMoves = 8;

/**
 * Which words of a sentence a part repeats. They come in the order of the sentence, except that one condition can be at
 * another place, and what is passed over is a whole member of a list: "log access and" in "shall log access and report
 * breaches". Null if the part is not made of the sentence in this way.
 */
export function align(sentence: readonly EssentialWord[], part: readonly EssentialWord[]): Aligned | null {
  const inOrder = passage(sentence, part);
  if (inOrder !== null) return { at: new Set(inOrder) };
  for (const scope of scopesOf(sentence).slice(0, mostMoves)) {
    const moved = withMoved(sentence, part, scope);
    if (moved !== null) return { at: moved };
  }
  return null;
}

/** The part with one condition at another place than in the sentence. */
function withMoved(
  sentence: readonly EssentialWord[],
  part: readonly EssentialWord[],
  { from, to }: Scope,
): Set<number> | null {
  const block = sentence.slice(from, to + 1);
  const rest = [...sentence.slice(0, from), ...sentence.slice(to + 1)];
  for (let start = 0; start + block.length <= part.length; start += 1) {
    if (!block.every(({ key }, offset) => part[start + offset]?.key === key)) continue;
    const own = passage(rest, [...part.slice(0, start), ...part.slice(start + block.length)]);
    if (own === null) continue;
    const outside = own.map((at) => (at < from ? at : at + block.length));
    return new Set([...outside, ...block.map((_, offset) => from + offset)]);
  }
  return null;
}

type Path = { cost: number; previous: number };

/**
 * The indexes of the sentence's words that a part repeats in their order, with as few and as short gaps as possible;
 * null if the part cannot be read in this way.
 */
function passage(sentence: readonly EssentialWord[], part: readonly EssentialWord[]): number[] | null {
  if (part.length === 0) return null;
  const paths: Map<number, Path>[] = [];
  for (const [step, { key }] of part.entries()) {
    const before = paths[step - 1] ?? new Map([[-1, { cost: 0, previous: -1 }]]);
    const own = new Map<number, Path>();
    for (const [at, word] of sentence.entries()) {
      if (word.key !== key) continue;
      for (const [previous, { cost }] of before) {
        if (previous >= at || !isPassable(sentence, previous, at)) continue;
        const gap = at - previous - 1;
        const total = cost + (gap === 0 ? 0 : sentence.length + gap);
        if (total < (own.get(at)?.cost ?? Number.POSITIVE_INFINITY)) own.set(at, { cost: total, previous });
      }
    }
    paths.push(own);
  }
  const ends = [...(paths.at(-1) ?? [])].filter(([at]) => isPassable(sentence, at, sentence.length));
  const [best] = ends.toSorted(([, one], [, other]) => one.cost - other.cost);
  if (!best) return null;
  const found: number[] = [];
  let at = best[0];
  for (let step = part.length - 1; step >= 0; step -= 1) {
    found.push(at);
    at = paths[step]?.get(at)?.previous ?? -1;
  }
  return found.reverse();
}

/** Whether a part can pass over the words between two words of a sentence: nothing, or a whole member of a list. */
function isPassable(sentence: readonly EssentialWord[], from: number, to: number): boolean {
  const gap = sentence.slice(from + 1, to);
  const [first] = gap;
  const last = gap.at(-1);
  if (!first || !last) return true;
  const isShortForm =
    gap.length === 1 && first.isCode && first.afterSign && sentence[to]?.afterSign !== false;
  if (isShortForm) return true;
  if (gap.every(({ kind }) => kind === 'join')) return false;
  if (from >= 0 && isCount(sentence, from)) return false;
  if (first.kind === 'denial' || first.kind === 'condition' || first.kind === 'only') return false;
  const isEnd = to === sentence.length;
  const beginsMember = from >= 0 && (first.kind === 'join' || first.afterSign);
  const endsMember = !isEnd && (last.kind === 'join' || sentence[to]?.afterSign === true);
  // Between two commas is an aside, which says something about the words around it.
  if (beginsMember && endsMember && first.kind !== 'join' && last.kind !== 'join') return false;
  if (!beginsMember && !endsMember) return false;
  return !isEnd || !hasOpenCondition(gap);
}

/** Whether a word is a number of something that comes behind it, and not of a place such as "Section 5". */
function isCount(sentence: readonly EssentialWord[], at: number): boolean {
  const before = sentence[at - 1]?.text.toLowerCase() ?? '';
  return (
    sentence[at]?.kind === 'number' && !english.references.has(before) && sentence[at - 1]?.isCode !== true
  );
}

/** Whether words at the end of a sentence have a condition that can belong to the words before them too. */
function hasOpenCondition(gap: readonly EssentialWord[]): boolean {
  const condition = gap.findIndex(({ kind }) => kind === 'condition');
  return condition >= 0 && !gap.slice(0, condition).some(({ kind }) => kind === 'modal');
}
