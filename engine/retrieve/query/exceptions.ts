import { readableText } from '../../chunk/readable-text.ts';
import type { Passage } from '../../model/passage.ts';
import type { SourceIndex } from '../index/source-index.ts';
import { byScore, type Scored } from './bm25.ts';

/** How many of the best passages have their neighbours examined, and how many passages on each side. */
const anchors = 5;
const neighbours = 2;
/** The lowest rank at which a passage with an exception still bears on the rule. */
const depth = 30;
const most = 8;

/**
 * Passages that may limit the best ones: those that mention the rule's topic, or neighbour one that does, and contain
 * an exception (except, unless, notwithstanding, subject to, provided that). Best first.
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
