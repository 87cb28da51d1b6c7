import { readableText } from '../../chunk/readable-text.ts';
import type { SourceIndex } from '../index/source-index.ts';
import { byScore, type Scored } from './bm25.ts';

const documents =
  '(?:contract|agreement|document|report|policy|lease|deed|order|licen[cs]e|notice|statement)';

/**
 * For each fact that documents state about themselves at their beginning: a pattern of queries that ask for the fact,
 * and a pattern of passages that state it. Such passages rarely contain the words of the query.
 */
const facts: { asked: RegExp; answer: RegExp }[] = [
  {
    asked: new RegExp(`\\b(?:name|title|kind|type)\\s+of\\s+(?:the|this|an?)\\s+${documents}\\b`, 'iu'),
    answer: new RegExp(`\\b${documents}\\b`, 'iu'),
  },
  {
    asked: new RegExp(
      `\\b(?:parties|signator(?:y|ies)|contracting part(?:y|ies))\\b[^.?!]{0,40}\\b(?:sign|to\\s+(?:the|this|an?)\\s+${documents}|of\\s+(?:the|this|an?)\\s+${documents})`,
      'iu',
    ),
    answer:
      /\b(?:between|by and among|hereinafter|referred to as|party of the|undersigned)\b|\(\s*(?:the\s+)?["“][^"”]{2,40}["”]\s*\)/iu,
  },
  {
    asked: new RegExp(
      `\\bdate\\s+(?:of|when|on\\s+which)\\s+(?:the|this|an?)\\s+${documents}\\b|\\beffective\\s+date\\b|\\b${documents}\\s+date\\b`,
      'iu',
    ),
    answer:
      /\b(?:dated|as of|effective|made (?:on|this)|entered into)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\b\d{1,2}(?:st|nd|rd|th)?\s+(?:day of\s+)?(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/iu,
  },
];

/** How many passages at the beginning of a document are examined. */
const lookedAt = 8;
/** The bonus of the first passage, as a share of the best score. */
const first = 0.9;
/** The difference between the bonus of a passage and that of the next passage. */
const further = 0.07;
/** The additional bonus of a passage that has the form of the answer. */
const form = 0.4;

/** Whether a text asks for a fact that a document states about itself at its beginning. */
export function asksForOpening(query: string): boolean {
  return facts.some(({ asked }) => asked.test(query));
}

/**
 * Raises the scores of passages in which a document states what it is, who its parties are and when it begins, if the
 * query asks for such a fact. The ranking for other queries is unchanged. English only.
 */
export function withOpenings(
  ranked: readonly Scored[],
  indexes: readonly SourceIndex[],
  query: string,
): Scored[] {
  const asked = facts.filter((fact) => fact.asked.test(query));
  const best = ranked[0]?.score ?? 1;
  if (asked.length === 0) return [...ranked];
  const scores = new Map(ranked.map(({ passage, score }) => [passage, score]));
  for (const { passages, language, source } of indexes) {
    if (language.code !== 'en') continue;
    for (const [place, passage] of passages.slice(0, lookedAt).entries()) {
      const text = readableText(source.content, passage);
      const fits = asked.some(({ answer }) => answer.test(text));
      const bonus = best * (first - further * place + (fits ? form : 0));
      scores.set(passage, (scores.get(passage) ?? 0) + bonus);
    }
  }
  return [...scores].map(([passage, score]) => ({ passage, score })).sort(byScore);
}
