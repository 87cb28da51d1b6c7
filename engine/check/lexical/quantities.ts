import type { Comparison, Language } from '../../language/language.ts';
import type { Token } from '../../language/tokens.ts';

/** A number with its unit and how it limits. `at` is the place of the number's first token. */
export type Quantity = { value: number; unit: string | null; comparison: Comparison; at: number };

/** How many tokens before or after a number its limiting words stand at most. */
const reach = 5;
const currencies = new Set(['$', '€', '£']);

/**
 * The quantities of a sentence: numbers in digits or words, with unit and comparison ("at least 8 characters",
 * "1 in 1000", "5 million dollars", "90-day"). Numbers of sections and standards are none.
 */
export function quantitiesOf(tokens: readonly Token[], language: Language): Quantity[] {
  const found: Quantity[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'number' || token.value === undefined) continue;
    if (isReference(tokens, at, language)) continue;
    const { value, end, unit } = measureAt(tokens, at, token.value, language);
    const repeated = found.at(-1);
    if (repeated && repeated.value === value && at - repeated.at <= 3 && repeated.unit === null) found.pop();
    found.push({ value, unit, comparison: comparisonAt(tokens, at, end, language), at });
    at = end;
  }
  return found;
}

/** Whether two quantities are of one kind, so that their numbers can be held against each other. */
export function comparable(one: Quantity, other: Quantity): boolean {
  return one.unit !== null && one.unit === other.unit;
}

export function equal(one: Quantity, other: Quantity): boolean {
  return one.value === other.value && one.unit === other.unit && one.comparison === other.comparison;
}

function measureAt(
  tokens: readonly Token[],
  at: number,
  first: number,
  language: Language,
): { value: number; end: number; unit: string | null } {
  let value = first;
  let end = at;
  const scale = language.scales.get(tokens[end + 1]?.word ?? '');
  if (scale !== undefined) {
    value *= scale;
    end += 1;
  }
  const next = tokens[end + 2];
  if (tokens[end + 1]?.word === 'in' && next?.value !== undefined && next.value > value && next.value >= 10) {
    return { value: value / next.value, end: end + 2, unit: 'ratio' };
  }
  const sign = tokens[at - 1]?.word ?? '';
  if (currencies.has(sign)) return { value, end, unit: language.units.get(sign) ?? sign };
  for (const offset of [1, 2]) {
    const word = tokens[end + offset];
    const unit = word && language.units.get(word.word);
    if (unit !== undefined) return { value, end: end + offset, unit };
    const restated = word?.kind === 'number' && word.value === first;
    if (!restated && word?.kind !== 'word') break;
  }
  const noun = tokens[end + 1];
  const counted = noun?.kind === 'word' && !language.stopWords.has(noun.word) ? noun.term : null;
  return { value, end, unit: counted };
}

/** "Section 5.1", "SP 800-63", "FIPS 140", "Appendix 2", "[ISO 10646]": a number that names something. */
function isReference(tokens: readonly Token[], at: number, language: Language): boolean {
  const before = tokens[at - 1];
  if (!before) return false;
  if (
    /^(?:sections?|sec|articles?|clauses?|paragraphs?|appendix|annex|table|figure|chapter|part|page|version|step|level|§)$/.test(
      before.word,
    )
  ) {
    return true;
  }
  return before.code && !language.units.has(before.word);
}

function comparisonAt(tokens: readonly Token[], at: number, end: number, language: Language): Comparison {
  const before = tokens.slice(Math.max(0, at - reach), at).map(({ word }) => word);
  const after = tokens.slice(end + 1, end + 1 + reach).map(({ word }) => word);
  let best: { comparison: Comparison; length: number; distance: number } | null = null;
  for (const { words, comparison, side } of language.comparisons) {
    const row = side === 'before' ? before : after;
    const place = side === 'before' ? lastIndexOfRow(row, words) : indexOfRow(row, words);
    if (place < 0) continue;
    const distance = side === 'before' ? row.length - (place + words.length) : place;
    if (distance > (side === 'before' ? 2 : 1)) continue;
    const better =
      !best || words.length > best.length || (words.length === best.length && distance < best.distance);
    if (better) best = { comparison, length: words.length, distance };
  }
  if (best) return best.comparison;
  const sign = before.at(-1);
  if (sign === '≥') return 'min';
  if (sign === '≤') return 'max';
  if (sign === '>') return 'above';
  if (sign === '<') return 'below';
  return 'exact';
}

function indexOfRow(row: readonly string[], words: readonly string[]): number {
  return row.findIndex((_, at) => words.every((word, offset) => row[at + offset] === word));
}

function lastIndexOfRow(row: readonly string[], words: readonly string[]): number {
  return row.findLastIndex((_, at) => words.every((word, offset) => row[at + offset] === word));
}
