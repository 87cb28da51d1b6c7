import { clauseNouns } from '../../../language/clause-words.ts';
import type { Passages } from '../../../model/passage.ts';
import type { Source } from '../../../model/source.ts';
import { looksLikeHeading } from '../candidates.ts';
import type { Bearing } from './bearing.ts';
import { type ClauseMap, clauseMapOf, type Line } from './clause-map.ts';
import { endsTopicOf, namesHeading } from './clause-names.ts';
import { type Effect, effectOf, hasEffectWords } from './effect.ts';
import { effectOn, isPointer, likelyEffectOn } from './named-effect.ts';
import { namingOf } from './references.ts';

/** What sentences of other clauses and other files say about a clause by its number. */
export function bearingsElsewhere(line: Line, passages: Passages, searched: readonly Source[]): Bearing[] {
  const named =
    line.label === null
      ? unresolved(line, passages, searched)
      : elsewhere(line, line.label, passages, searched);
  return [...named, ...endedTopics(line, named, passages, searched)];
}

/** The sentences which say that a text about the same things is not in force, and name no number. */
function endedTopics(
  line: Line,
  known: readonly Bearing[],
  passages: Passages,
  searched: readonly Source[],
): Bearing[] {
  return inputsOf(searched)
    .flatMap((source) => clauseMapOf(source, passages).ending)
    .filter((other) => other !== line && !known.some((bearing) => bearing.line === other))
    .filter((other) => endsTopicOf(other.text, line.text, line.label !== null))
    .map((other) => ({
      ...{ line: other, text: other.text, effect: 'unclear', likely: 'unclear', where: 'elsewhere' },
    }));
}

/** How many lines above a clause its heading is looked for, if the file does not mark headings. */
const reach = 6;

/** The heading of a clause, also one that the file does not mark as a heading. */
function headingAbove(line: Line, passages: Passages): string | null {
  if (line.heading !== null) return line.heading;
  const { lines } = clauseMapOf(line.passage.source, passages);
  const at = lines.indexOf(line);
  return (
    lines.slice(Math.max(0, at - reach), at).findLast(({ text }) => looksLikeHeading(text))?.text ?? null
  );
}

/** Matches the number of a clause: "7.2", "clause 7", "A.1(b)". Amounts such as "1.125 %" and "$ 0.01" are none. */
const clauseNumber = new RegExp(
  String.raw`((?:(?<![$€£¥\d.,]|[$€£¥]\s)[1-9]\d{0,2}(?:\.\d{1,3})+(?![.,]?\d|\s?%)|\b[A-Z]\.\d{1,3}|(?<=(?:\b${clauseNouns}|§)\s?)\d{1,3}\b(?![.,]\d|\s?%))(?:\s?\(\w{1,4}\))*)`,
  'giu',
);

/** A text with more references to clauses that it does not have refers to other documents, such as laws and exhibits. */
const mostDangling = 3;

/**
 * For a clause without a number: the first sentence that ends, changes or limits a numbered clause, if the file of that
 * sentence has no clause with this number. The sentence may mean the unnumbered clause.
 */
function unresolved(line: Line, passages: Passages, searched: readonly Source[]): Bearing[] {
  const heading = headingAbove(line, passages);
  const found = inputsOf(searched).flatMap((source) => {
    const { referring, labels } = clauseMapOf(source, passages);
    return referring.flatMap(({ line: other, text }) => {
      if (other !== line && namesHeading(text, heading)) return [{ line: other, isLikely: true }];
      const dangling = [...text.matchAll(clauseNumber)].map(([, number = '']) => number.replace(/\s/g, ''));
      if (other === line || dangling.length === 0 || dangling.some((number) => labels.has(number))) return [];
      const effect = effectOf(text);
      const speaks = dangling.some((number) => namingOf(number)(text) === 'speaks of');
      const ends = effect === 'ends' || effect === 'limits' || hasEffectWords(text);
      const isLikely = ends && speaks && !isPointer(text);
      return ends || (speaks && effect !== 'keeps') ? [{ line: other, isLikely }] : [];
    });
  });
  const [first] = [...found.filter(({ isLikely }) => isLikely), ...found];
  if (!first) return [];
  const { text } = first.line;
  const likely = first.isLikely && found.length <= mostDangling ? 'unclear' : 'mentions';
  return [{ line: first.line, text, effect: 'unclear', likely, where: 'elsewhere' }];
}

/** The sentences that name the clause, in all input files of the subject. */
function elsewhere(line: Line, label: string, passages: Passages, searched: readonly Source[]): Bearing[] {
  const naming = namingOf(label);
  const heading = headingAbove(line, passages);
  return inputsOf(searched).flatMap((source) => {
    const map = clauseMapOf(source, passages);
    const { referring, labels } = map;
    const isOwn = source === line.passage.source;
    // If another file has a clause with this number, the sentences of that file refer to that clause.
    if (!isOwn && labels.has(label)) return [];
    return referring.flatMap(({ line: other, text }): Bearing[] => {
      if (isOwn && other.clause === line.clause) return [];
      const how = naming(text) ?? (namesHeading(text, heading) ? 'speaks of' : null);
      if (how === null) return [];
      const reply = replyTo(other, map);
      return [
        {
          line: other,
          text: other.text,
          effect: reply === null ? effectOn(text, label, how) : 'unclear',
          likely: reply ?? likelyEffectOn(text, label, how),
          where: 'elsewhere',
        },
      ];
    });
  });
}

/** What the sentence after a question probably says about the clause: "Is clause 8 chosen? No." */
function replyTo(line: Line, { lines }: ClauseMap): Effect | null {
  if (!/\?\s*$/.test(line.text)) return null;
  const next = lines[lines.indexOf(line) + 1]?.text ?? '';
  if (/^\W*no\b/i.test(next)) return 'ends';
  return /^\W*yes\b/i.test(next) ? 'keeps' : 'unclear';
}

function inputsOf(searched: readonly Source[]): Source[] {
  return searched.filter(({ role }) => role === 'input');
}
