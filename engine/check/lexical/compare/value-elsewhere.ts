import { behindPlace, valueNouns } from '../../../language/clause-words.ts';
import type { Language } from '../../../language/language.ts';
import { normalized } from '../../../language/normalized.ts';
import { meanAlike } from '../../../language/synonyms.ts';
import { type Token, tokenize } from '../../../language/tokens.ts';
import type { Passages } from '../../../model/passage.ts';
import type { Source } from '../../../model/source.ts';
import type { Candidate } from '../candidates.ts';
import { type ClauseMap, clauseMapOf, type Line } from '../in-force/clause-map.ts';
import { effectOf } from '../in-force/effect.ts';
import { placesIn, type Row, rowsOf, tableRowsOf } from '../in-force/named-place.ts';
import { type Limit, limitsOf } from '../parse/limits.ts';
import { isCurrency } from '../parse/measures.ts';
import { withoutEscapes } from '../parse/opening.ts';
import { parseStatement, type Statement } from '../parse/statement.ts';
import type { Asked } from './asked.ts';

type Subject = { passages: Passages; searched: readonly Source[] };

/**
 * A clause parsed with the value that it refers to, such as a value in a schedule; `row` is the row that contains the
 * value.
 */
export type ValueElsewhere = { statement: Statement; row: Row };

/**
 * Matches the noun that represents the value and the words up to the name of the schedule: "period that is set out for
 * this in the".
 */
const noun = new RegExp(
  String.raw`^.*\b(?<rest>(?:${valueNouns})s? (?:that |which |as )?(?:(?!not\b)\p{Ll}+ ){0,6})$`,
  'su',
);
/** Matches the words before that noun that belong to it: "the end of the". */
const determiner =
  /\b(?:end of )?(?:(?:the|such|that|those|whatever|a|an) )?(?:(?:applicable|relevant|agreed|respective|full|whole|exact) )?$/u;
const endOfThe = /\b(?:the )?end of $/u;
/** Matches words that leave a frequency to a schedule: "as often as the schedule requires". */
const often = /\bas (?:often|frequently) as (?:the )?$/u;

/**
 * Reads a clause that refers to a value in a schedule, a table or another clause. The value is that of the row there
 * that names what the rule is about. Null if the clause names no such place, if no row or several rows can be meant, or
 * if the row's value is of a different kind than the rule's number.
 */
export function valueElsewhere(
  { passage, sentence, whole }: Candidate,
  asked: Asked,
  { passages, searched }: Subject,
  language: Language,
): ValueElsewhere | null {
  const [limit] = asked.statement.limits;
  if (!limit) return null;
  const text = withoutEscapes(whole);
  const line = clauseMapOf(passage.source, passages).lineAt(passage, sentence.start);
  if (!line) return null;
  const gap = gapIn(text) ?? definedIn(text, line, { passages, searched });
  if (!gap) return null;
  const known = [
    ...asked.known,
    ...tokenize(text, language)
      .filter(({ word }) => !language.stopWords.has(word))
      .map(({ term }) => term),
  ];
  const rows = gap.row ? [gap.row] : rowsOf(gap.name, line, passages, searched);
  const chosen =
    onlyValue(gap, rows, limit, language) ??
    chosenOf(rows.flatMap((row) => valuesOf(row, limit, known, language)));
  if (!chosen) return null;
  const plain = `${text.slice(0, gap.start)}${gap.often ? 'once every ' : ''}${chosen.plain}${text.slice(gap.end)}`;
  const statement = parseStatement(plain, language, asked.known);
  const own = statement.limits.find(({ dimension }) => dimension === limit.dimension);
  if (!own || (chosen.bound !== 'exact' && chosen.bound !== own.bound)) return null;
  return { statement, row: chosen.row };
}

/** A row of a table that states the value for which a rule has a limit, and the limit with this value. */
export type TableValue = { row: Row; limit: Limit };

/**
 * The row of a table that is about a rule, wherever it is in the input files: its name has most of the rule's words and
 * few others. A value without a direction has the direction of the rule. Null if no row or several rows can be meant.
 */
export function valueInTable(
  asked: Asked,
  { passages, searched }: Subject,
  language: Language,
): TableValue | null {
  const [limit, ...others] = asked.statement.limits;
  if (!limit || others.length > 0 || asked.objects.length === 0) return null;
  const known = [...asked.known];
  const fitting = searched
    .filter(({ role }) => role === 'input')
    .flatMap((source) => tableRowsOf(source, passages))
    .filter((row) => isAboutRule(row, asked, language))
    .map((row) => columnAsked(row, asked, language))
    .flatMap((row) => valuesOf(row, limit, known, language));
  const chosen = chosenOf(fitting);
  if (!chosen) return null;
  const tokens = tokenize(chosen.plain, language);
  const own = limitsOf(tokens, chosen.plain, language).find(({ dimension }) => dimension === limit.dimension);
  if (!own) return null;
  const bound = chosen.bound === 'exact' ? limit.bound : chosen.bound;
  return { row: chosen.row, limit: { ...own, bound, strict: false, role: limit.role, terms: limit.terms } };
}

/** A row is about a rule if its name has at least this share of the words that the rule is about. */
const aboutRule = 0.5;

function topicsOf(asked: Asked): string[] {
  return [...asked.objects, ...asked.numbers, ...(asked.act === null ? [] : [asked.act])];
}

/** Whether the name of a row has enough words of a rule, among them a word that is not in the heading of its column. */
function isAboutRule({ cells, headings }: Row, asked: Asked, language: Language): boolean {
  const share = (text: string): string[] => {
    const terms = tokenize(text, language).map(({ term }) => term);
    return topicsOf(asked).filter((one) => terms.some((term) => meanAlike(one, term)));
  };
  const [name = '', heading = ''] = [cells[0], headings?.[0]];
  const found = new Set([...share(name), ...(share(name).length > 0 ? share(heading) : [])]);
  return found.size > 0 && found.size / asked.objects.length >= aboutRule;
}

/** A row with only those value columns whose headings have a word of the rule; the row itself if there are none. */
function columnAsked(row: Row, asked: Asked, language: Language): Row {
  const { cells, headings } = row;
  if (headings === null || cells.length < 3) return row;
  const isAsked = (heading: string): boolean =>
    tokenize(heading, language).some(({ term }) => topicsOf(asked).some((one) => meanAlike(one, term)));
  const chosen = cells.flatMap((_, at) => (at > 0 && isAsked(headings[at] ?? '') ? [at] : []));
  if (chosen.length === 0) return row;
  const places = [0, ...chosen];
  return {
    ...row,
    cells: places.map((at) => cells[at] ?? ''),
    headings: places.map((at) => headings[at] ?? ''),
  };
}

/** `row` has the value, if it is not in the place with the name `name`. */
type Gap = { name: string | null; start: number; end: number; often: boolean; row: Row | null };

/**
 * The part of a sentence that refers to a value in a schedule or a table; null if there is no such part or more than
 * one.
 */
function gapIn(text: string): Gap | null {
  const gaps = placesIn(text).flatMap(({ name, start, end }): Gap[] => {
    const left = text.slice(0, start);
    const from = startOf(left);
    if (from === null) return [];
    const rest = behindPlace.exec(text.slice(end))?.[0].trimEnd().length ?? 0;
    return [{ name, start: from, end: end + rest, often: often.test(left), row: null }];
  });
  const [gap] = gaps;
  return gap && gaps.length === 1 ? gap : null;
}

/** Matches the beginning of a definition: “Payment Period” means. */
const definition =
  /^\W*(?:[\w.()]{1,8}\s+|[^:“”"]{1,30}:\s+)?(?<quote>["“”])?(?<term>\p{Lu}[\p{L}-]{1,30}(?: \p{Lu}[\p{L}-]{1,30}){0,3})["“”]?(?:\s(?:means|shall mean|is defined as|refers to)\b|\s?[:=]\s)/u;

/** A term that a line defines; `pattern` matches its use in other sentences. */
type Definition = { line: Line; pattern: RegExp };

const definitions = new WeakMap<ClauseMap, readonly Definition[]>();

/**
 * The terms that the lines of a file define; computed once, then cached with the clauses of the file. A defined term of
 * one word needs quotation marks in its definition.
 */
function definitionsOf(map: ClauseMap): readonly Definition[] {
  const known = definitions.get(map);
  if (known) return known;
  const found = map.lines.flatMap((line): Definition[] => {
    if (line.isHeading) return [];
    const { term, quote } = definition.exec(withoutEscapes(line.text))?.groups ?? {};
    if (term === undefined || (quote === undefined && !term.includes(' '))) return [];
    return [{ line, pattern: new RegExp(String.raw`\b(?:the |that |such |its )?${term}\b(?! [A-Z\d])`) }];
  });
  definitions.set(map, found);
  return found;
}

/** The first term of a sentence that another line of the input files defines; null if the sentence has none. */
function definedIn(text: string, line: Line, { passages, searched }: Subject): Gap | null {
  for (const source of searched.filter(({ role }) => role === 'input')) {
    for (const { line: other, pattern } of definitionsOf(clauseMapOf(source, passages))) {
      const found = other === line ? null : pattern.exec(text);
      if (!found) continue;
      const row = { line: other, text: other.text, cells: [withoutEscapes(other.text)], headings: null };
      return { name: null, start: found.index, end: found.index + found[0].length, often: false, row };
    }
  }
  return null;
}

/** The value of a clause or a definition that is named alone and has one number, whatever it is about. */
function onlyValue(gap: Gap, rows: readonly Row[], asked: Limit, language: Language): Fitting | null {
  const [row, ...others] = rows;
  const isAlone = gap.row !== null || clauseNumber.test(gap.name ?? '');
  if (!isAlone || !row || others.length > 0 || row.cells.length > 1) return null;
  const [value] = limitIn(row.cells[0] ?? '', asked, language);
  return value && effectOf(row.text) !== 'ends' ? { row, ...value, share: 1, covered: 0 } : null;
}

const clauseNumber = /^(?:clause|section|article|paragraph|item|§)\s?\d/i;

function startOf(left: string): number | null {
  const asOften = often.exec(left);
  if (asOften) return asOften.index;
  const rest = noun.exec(left)?.groups?.rest;
  if (rest === undefined) return null;
  const ahead = left.slice(0, left.length - rest.length);
  const at = determiner.exec(ahead)?.index ?? ahead.length;
  return endOfThe.exec(ahead.slice(0, at))?.index ?? at;
}

type Fitting = {
  row: Row;
  plain: string;
  bound: Limit['bound'];
  value: number;
  share: number;
  covered: number;
};

const light =
  /^(?:time|period|limit|figure|value|amount|number|term|deadline|maximum|minimum|level|rate|duration|interval|length|total|applicable|agreed|quantity|fixed|binding|apply|applies|set|settled|amounts|days|hours|months|years|weeks)$/;

/**
 * The value of a row in the dimension of the rule's number. `share` is the share of the words of the row's name that
 * the rule or the clause contains. Empty if the row has no such value or several.
 */
function valuesOf(row: Row, asked: Limit, known: readonly string[], language: Language): Fitting[] {
  const [name = '', ...rest] = row.cells;
  const isProse = rest.length === 0;
  const cells = isProse ? [{ text: name, heading: null }] : columnsOf(row);
  const values = cells.flatMap(({ text }) => limitIn(text, asked, language));
  const [value] = values;
  if (!value || values.length !== 1) return [];
  const words = tokenize(name, language).filter(
    (token, at) =>
      token.kind === 'word' &&
      !language.stopWords.has(token.word) &&
      !light.test(token.word) &&
      !(isProse && value.from <= at && at <= value.to),
  );
  if (/\b(?:other|others|without|excluding|except)\b/i.test(name) && !known.includes('other')) return [];
  const strange = words.filter(({ term }) => !known.some((one) => meanAlike(one, term)));
  const covered = words.length - strange.length;
  if (covered === 0 || effectOf(strange.map(({ word }) => word).join(' ')) === 'ends') return [];
  return [{ row, ...value, share: covered / words.length, covered }];
}

/** The cells after the first one, without cells under a heading that says that the column does not apply. */
function columnsOf({ cells, headings }: Row): { text: string; heading: string | null }[] {
  const all = cells.slice(1).map((text, at) => ({ text, heading: headings?.[at + 1] ?? null }));
  return all.length === 1 ? all : all.filter(({ heading }) => heading === null || !isIdle(heading));
}

function isIdle(heading: string): boolean {
  return effectOf(heading) === 'ends' || /^(?:until|up to|till|last|prior|old)\b/i.test(heading);
}

type Value = Pick<Fitting, 'plain' | 'bound' | 'value'> & { from: number; to: number };

function limitIn(text: string, asked: Limit, language: Language): Value[] {
  const normal = normalized(text);
  const tokens = tokenize(normal, language);
  const found = limitsOf(tokens, normal, language);
  const alike = found.filter((one) => one.dimension === asked.dimension && counts(one, asked));
  const [one] = alike;
  if (!one || alike.length !== 1 || found.length !== 1) return [];
  const plain = plainOf(one, tokens, normal);
  return [
    { plain, bound: one.bound, value: one.value * one.exact, from: one.from, to: Math.max(one.to, one.last) },
  ];
}

function counts({ dimension, terms }: Limit, asked: Limit): boolean {
  return (
    dimension !== 'count' ||
    (terms.length === 0 && asked.terms.length === 0) ||
    terms.some((term) => asked.terms.some((other) => meanAlike(term, other)))
  );
}

/** The number with its unit, without limiting words such as "at least"; "every month" includes its "every". */
function plainOf({ at, last }: Limit, tokens: readonly Token[], text: string): string {
  const isMoney = isCurrency(tokens[at - 1]?.word ?? '');
  const [from, to] = [tokens[isMoney ? at - 1 : at], tokens[last]];
  return from && to ? text.slice(from.start, to.end) : '';
}

/**
 * The row whose name has the largest share of known words; null if another row with a different value has as large a
 * share.
 */
function chosenOf(fitting: readonly Fitting[]): Fitting | null {
  const ranked = [...fitting].sort((one, other) => other.share - one.share || other.covered - one.covered);
  const [best, ...others] = ranked;
  if (!best || best.share < leastShare) return null;
  const rivals = others.filter(
    ({ share, covered, value }) =>
      value !== best.value &&
      (best.share < 1 ? covered >= best.covered : share === best.share && covered >= best.covered),
  );
  return rivals.length === 0 ? best : null;
}

/** A row can be meant only if the rule and the clause contain at least this share of the words of its name. */
const leastShare = 0.6;
