import { readableText } from '../../chunk/readable-text.ts';
import type { Passage } from '../../model/passage.ts';
import type { SourceIndex } from '../index/source-index.ts';
import { byScore, type Scored } from './bm25.ts';

/** How many of the best passages have their neighbours examined. */
const anchors = 5;
/** How many neighbours are examined on each side of each of these passages. */
const neighbours = 2;
/** This many of the best passages are examined for exceptions that they contain themselves. */
const depth = 30;
const most = 8;

/**
 * Passages that can limit the best passages, best first. They contain an exception (except, unless, notwithstanding,
 * subject to, provided that). They also either rank high themselves, or are neighbours of the very best passages under
 * the same headings.
 */
export function sweepExceptions(indexes: readonly SourceIndex[], ranked: readonly Scored[]): Scored[] {
  const scores = new Map(ranked.map(({ passage, score }) => [passage, score]));
  const near = new Set<Passage>(ranked.slice(0, depth).map(({ passage }) => passage));
  const home = new Map(indexes.map((index) => [index.source, index]));
  for (const { passage } of ranked.slice(0, anchors)) {
    const passages = home.get(passage.source)?.passages ?? [];
    const at = passages.indexOf(passage);
    for (const beside of passages.slice(Math.max(0, at - neighbours), at + neighbours + 1)) {
      if (beside.headingPath.join('\n') === passage.headingPath.join('\n')) near.add(beside);
    }
  }
  return [...near]
    .filter((passage) => {
      const language = home.get(passage.source)?.language;
      return language?.exceptions.test(readableText(passage.source.content, passage)) ?? false;
    })
    .map((passage) => ({ passage, score: scores.get(passage) ?? 0 }))
    .sort(byScore)
    .slice(0, most);
}
