import { quoteText } from '../../../cite/quote-text.ts';
import type { Passages } from '../../../model/passage.ts';
import type { Source } from '../../../model/source.ts';
import { withoutEscapes } from '../parse/opening.ts';
import { type ClauseMap, clauseMapOf, type Line } from './clause-map.ts';
import { effectOf, hasEffectWords } from './effect.ts';
import { escapedLabel } from './references.ts';

/**
 * The position where a sentence refers to a schedule, a table or a clause. `name` is for example "Schedule 2"; null
 * means the table next to the sentence.
 */
export type PlaceName = { name: string | null; start: number; end: number };

/** A row of a table, or a line of a list. `headings` are those of the columns; null if the table has none. */
export type Row = { line: Line; text: string; cells: readonly string[]; headings: readonly string[] | null };

const nearby =
  /\b(?:the |this |that )?(?:following|subsequent|next) (?:table|list|overview|schedule)\b|\b(?:the |this |that )?(?:table|list|overview)(?:(?: set out| shown| given| printed)? (?:below|above|that follows|hereunder|at the end))?(?! (?:no\.? )?\d)\b/giu;
const labelled =
  /(?:\b(?:clause|section|article|paragraph|part|item|table|schedule|annex|appendix|exhibit|attachment|enclosure) |\p{Lu}[\p{L}-]+ (?:\p{Ll}+ )?|§ ?)(?:no\.? )?(?:\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})*|[IVX]{1,4})(?![\w.]*\w)(?:\s?\(\w{1,4}\))*/gu;

/** The schedules, tables and clauses that a sentence names, in text order. */
export function placesIn(text: string): PlaceName[] {
  const named = [...text.matchAll(labelled)].map(({ 0: name, index }) => ({
    name,
    start: index,
    end: index + name.length,
  }));
  const near = [...text.matchAll(nearby)].map(({ 0: name, index }) => ({
    name: null,
    start: index,
    end: index + name.length,
  }));
  const isNamed = ({ start }: PlaceName): boolean =>
    named.some((one) => one.start <= start + 4 && start < one.end);
  return [...named, ...near.filter((one) => !isNamed(one))];
}

const mostLines = 60;
const longestHeading = 90;

/**
 * The rows of the schedule, table or clause that a sentence names, searched first in the source of the sentence, then
 * in the other input files. Empty if none is found, or if another sentence changes the rows or takes them out of force.
 */
export function rowsOf(
  name: string | null,
  line: Line,
  passages: Passages,
  searched: readonly Source[],
): Row[] {
  const own = clauseMapOf(line.passage.source, passages);
  if (name === null) return rowsIn(nearLines(own, line));
  const inputs = searched.filter(({ role }) => role === 'input');
  const maps = [
    own,
    ...inputs
      .filter((source) => source !== line.passage.source)
      .map((source) => clauseMapOf(source, passages)),
  ];
  for (const map of maps) {
    const lines = namedLines(map, name).filter((other) => other !== line);
    if (lines.length > 0) return isTouched(name, line, maps) ? [] : rowsIn(lines);
  }
  return [];
}

/** The lines after a clause, up to the next clause or heading. A table of the clause is among them. */
function nearLines({ lines }: ClauseMap, line: Line): Line[] {
  const at = lines.indexOf(line);
  const found: Line[] = [];
  for (const other of lines.slice(at + 1, at + mostLines)) {
    const isOther = other.label !== null && !line.label?.startsWith(other.label);
    if (other.heading !== line.heading || isOther) break;
    found.push(other);
  }
  return found;
}

function namedLines({ lines }: ClauseMap, name: string): Line[] {
  const title = new RegExp(String.raw`^\W*${escaped(name)}(?![\w.(])`, 'iu');
  const number = /[\d(][\w.()]*$/.exec(name.replace(/\s(?=\()/g, ''))?.[0];
  const isClause = /^(?:clause|section|article|paragraph|item)\b/i.test(name);
  if (isClause) return lines.filter(({ label, isHeading }) => label === number && !isHeading);
  const under = lines.filter(
    ({ passage, heading, isHeading }) =>
      !isHeading && [heading ?? '', ...passage.headingPath].some((text) => title.test(text)),
  );
  if (under.length > 0) return under.slice(0, mostLines);
  // If no heading has the name, a short line that begins with the name and has no punctuation at its end counts as the
  // heading.
  const at = lines.findIndex(
    ({ text }) => title.test(text) && text.length < longestHeading && !/[.;,]$/.test(text),
  );
  if (at < 0) return [];
  const [kind = ''] = name.split(' ');
  const next = new RegExp(String.raw`^\W*${escaped(kind)} \w{1,3}\b`, 'iu');
  const rest = lines.slice(at + 1, at + mostLines);
  const end = rest.findIndex(
    ({ text, label, isHeading }) => isHeading || next.test(text) || label !== lines[at]?.label,
  );
  return end < 0 ? rest : rest.slice(0, end);
}

const tables = new WeakMap<ClauseMap, readonly Row[]>();

/** The rows of all tables of a source, and its lines of the form "name = value" or "name: value". */
export function tableRowsOf(source: Source, passages: Passages): readonly Row[] {
  const map = clauseMapOf(source, passages);
  const known = tables.get(map);
  if (known) return known;
  const found = rowsIn(map.lines.filter(({ text }) => isTabular(text)));
  const rows = found.flatMap((row) => {
    if (row.cells.length > 1) return [row];
    const [, name, value] = assigned.exec(withoutEscapes(row.text)) ?? [];
    return name !== undefined && value !== undefined ? [{ ...row, cells: [name, value] }] : [];
  });
  tables.set(map, rows);
  return rows;
}

const longestRow = 4_000;
/** Matches a line that assigns a value to a name: "Interval between reviews = 12 months". */
const assigned = /^\W*(?:for )?(?:the )?([^=:.]{6,120}?)(?: the value is)?\s*[=:]\s*([^=:]{1,60})$/iu;

function isTabular(text: string): boolean {
  return text.length < longestRow && (/[|\t]|\S\s{3,}\S/.test(text) || assigned.test(text));
}

/** Whether a sentence that names a schedule, table or clause changes it or takes it out of force. */
function isTouched(name: string, clause: Line, maps: readonly ClauseMap[]): boolean {
  const names = new RegExp(String.raw`\b${escaped(name)}(?![\w(]|\.\d)`, 'iu');
  return maps.some(({ referring }) =>
    referring.some(
      ({ line, text }) =>
        line !== clause &&
        names.test(text) &&
        (hasEffectWords(text) || effectOf(text) === 'ends' || effectOf(text) === 'limits'),
    ),
  );
}

function rowsIn(lines: readonly Line[]): Row[] {
  const rows: Row[] = [];
  let headings: readonly string[] | null = null;
  let width = 0;
  for (const line of lines) {
    const { content } = line.passage.source;
    let start = line.sentence.start;
    const whole = content.text.slice(line.sentence.start, line.sentence.end);
    const parts = whole.split('\n');
    // Each line of a table is a row. A sentence of prose is one row, even if it continues in the next line.
    const isTable = parts.some((part) => cellsOf(part).length > 1 || assigned.test(part));
    for (const raw of isTable ? parts : [whole]) {
      const text = quoteText(content, { start, end: start + raw.length });
      start += raw.length + 1;
      if (!/\p{L}/u.test(text)) continue;
      const cells = cellsOf(raw);
      if (cells.length !== width) {
        headings = cells.length > 1 && !/\d/.test(raw) ? cells : null;
        width = cells.length;
        if (headings) continue;
      }
      rows.push({ line, text, cells, headings });
    }
  }
  return rows;
}

/** The cells of a row, between bars or wide gaps; a line of prose is one cell. */
function cellsOf(raw: string): string[] {
  const text = withoutEscapes(raw).trim();
  const parts = text.includes('|') ? text.replace(/^\||\|$/g, '').split('|') : text.split(/\t|\s{3,}/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function escaped(text: string): string {
  return escapedLabel(text).replace(/\s+/g, String.raw`\s+`);
}
