import { mostFallbacks, type Rule } from '../../model/rule.ts';
import type { Span } from '../../model/source.ts';

/** The fields of a rule for which the tables of a playbook have columns. */
export const positionFields = ['preferred', 'fallbacks', 'never', 'wording'] as const;
export type Positions = Pick<Rule, (typeof positionFields)[number]>;

/** A row of a table of requirements. Offsets are those of the text. */
export type RequirementRow = Span & {
  /** The cell with the requirement. */
  cell: Span;
  /** The number of the requirement, such as "AC-2"; null if the row has none. */
  id: string | null;
  /** How the row says that the requirement binds; null if it does not say. */
  binding: 'mandatory' | 'recommended' | 'optional' | null;
  /** Only in a table of positions: those of the row, and its topic. */
  playbook?: { positions: Positions & { note?: string }; topic: string | null };
};

type Cell = Span & { text: string };
type Row = Span & { cells: Cell[] };

/** Fewer rows are not a table. */
const fewestRows = 2;
const fewestWords = 3;
const longestTopic = 80;
const longestId = 20;
const requirementHeader =
  /^(?:security |policy |control |technical |functional )?(?:requirements?|obligations?|dut(?:y|ies)|shall|must)(?: (?:text|statement|description))?$/i;
const controlHeader = /^(?:security |policy )?(?:controls?|rules?|safeguards?|measures?)$/i;
const descriptionHeader = /^(?:control |rule )?(?:description|text|statement|details|specification)$/i;
/** Heads of columns that have positions, in small letters, in the order in which they are tried. */
export const positionHeads: readonly [keyof Positions, RegExp][] = [
  ['wording', /(?:suggested|standard|model|preferred) (?:clause|wording|language)|musterklausel/],
  ['never', /\bnever\b|refuse|\b(?:un|not )acceptable|red line|walk-?away|deal.?breaker|ablehn/],
  ['preferred', /preferred|(?:our|standard|ideal) position|bevorzugt/],
  ['fallbacks', /fall-?back|acceptable|ausweich/],
];
const idCell = /^(?:\p{Lu}{1,6}[-. ]?)?\d{1,3}(?:[.-]\d{1,3}){0,4}(?:\(\d{1,2}\)|[a-z])?$/u;
const bindings = new Map<string, RequirementRow['binding']>([
  ...['mandatory', 'required', 'must', 'shall', 'm', 'compulsory', 'obligatory'].map(
    (word) => [word, 'mandatory'] as const,
  ),
  ...['recommended', 'should', 'advised'].map((word) => [word, 'recommended'] as const),
  ...['optional', 'may', 'o', 'voluntary'].map((word) => [word, 'optional'] as const),
]);

/**
 * The requirements in the tables of a stretch of text, in text order. A table has lines with cells between "|" signs. It
 * is a table of requirements if the head of a column says so, or if its rows begin with numbers such as "AC-2" and say
 * that they are mandatory. Its requirements need no "shall". A table with a column of preferred positions is one too.
 */
export function requirementRows(text: string, { start, end }: Span): RequirementRow[] {
  return tablesIn(text, { start, end }).flatMap(requirementsOf);
}

function tablesIn(text: string, { start, end }: Span): Row[][] {
  const tables: Row[][] = [];
  const inMarkdown = new Set<Row[]>();
  let table: Row[] = [];
  let at = start;
  for (const line of text.slice(start, end).split('\n')) {
    const cells = cellsOf(line, at);
    at += line.length + 1;
    if (cells.some(({ text }) => text !== '')) {
      // Matches the line below the head of a table in Markdown.
      if (cells.every((cell) => /^(?::?-+:?)?$/.test(cell.text))) {
        inMarkdown.add(table);
        continue;
      }
      const start = cells.find(({ text }) => text !== '')?.start ?? at;
      table.push({ start, end: cells.at(-1)?.end ?? at, cells });
    } else if (line.trim() !== '') {
      tables.push(table);
      table = [];
    }
  }
  // In Markdown, each line begins with a bar. Elsewhere such a line has an empty first cell, unlike the head.
  const isMarkdown = (rows: Row[]) => inMarkdown.has(rows) || rows[0]?.cells[0]?.text === '';
  const ownCells = (cells: Cell[]) => (cells[0]?.text === '' ? cells.slice(1) : cells);
  return [...tables, table]
    .filter((rows) => rows.length >= fewestRows)
    .map((rows) => (isMarkdown(rows) ? rows.map((row) => ({ ...row, cells: ownCells(row.cells) })) : rows));
}

/** The cells of a line; empty cells at its end do not count. */
function cellsOf(line: string, start: number): Cell[] {
  if (!line.includes('|')) return [];
  let at = start;
  const cells = line.split('|').map((own): Cell => {
    const from = at + own.length - own.trimStart().length;
    at += own.length + 1;
    const words = own.trim();
    return { start: words === '' ? from - own.length : from, end: from + words.length, text: words };
  });
  if (cells.at(-1)?.text === '') cells.pop();
  return cells;
}

function requirementsOf(rows: Row[]): RequirementRow[] {
  const [head, ...below] = rows;
  const heads = head?.cells.map(({ text }) => text) ?? [];
  const fields = heads.map((text) => positionHeads.find(([, head]) => head.test(text.toLowerCase()))?.[0]);
  const named = columnNamed(heads);
  const preferred = fields.indexOf('preferred');
  if (preferred >= 0) return below.flatMap((row) => positionsIn(row, fields, [named, preferred]));
  if (named >= 0) return below.flatMap((row) => requirementIn(row, named));
  const own = rows.filter((row) => isId(row.cells[0]?.text) && bindingOf(row) !== null);
  if (own.length < fewestRows) return [];
  const column = longestColumn(own);
  return own.flatMap((row) => requirementIn(row, column));
}

/** The column whose head says that it has requirements; -1 if none does. */
function columnNamed(heads: readonly string[]): number {
  const requirement = heads.findIndex((text) => requirementHeader.test(text));
  if (requirement >= 0) return requirement;
  const control = heads.findIndex((text) => controlHeader.test(text));
  const description = heads.findIndex((text) => descriptionHeader.test(text));
  return control >= 0 && description >= 0 ? description : control;
}

function longestColumn(rows: readonly Row[]): number {
  const lengths: number[] = [];
  for (const { cells } of rows)
    cells.forEach(({ text }, at) => {
      lengths[at] = (lengths[at] ?? 0) + text.length;
    });
  return lengths.indexOf(Math.max(...lengths));
}

/** The row of a table of positions. Its requirement is the cell of the first of the columns with more than a topic. */
function positionsIn(
  row: Row,
  fields: readonly (keyof Positions | undefined)[],
  columns: readonly number[],
): RequirementRow[] {
  const cellsOfField = (field: keyof Positions | undefined) =>
    row.cells.filter(({ text }, at) => fields[at] === field && /\p{L}/u.test(text));
  return columns
    .flatMap((column) => requirementIn(row, column))
    .slice(0, 1)
    .map((found) => {
      const [preferred, never, wording] = (['preferred', 'never', 'wording'] as const).map(
        (field) => cellsOfField(field).find(({ start }) => start !== found.cell.start)?.text,
      );
      const fallbacks = cellsOfField('fallbacks').map(({ text }) => text);
      const topic = cellsOfField(undefined).find(
        ({ start, text }) => start !== found.cell.start && text.length <= longestTopic && !isId(text),
      );
      const positions = {
        ...(preferred !== undefined && { preferred }),
        ...(fallbacks.length > 0 && { fallbacks: fallbacks.slice(0, mostFallbacks) }),
        ...(fallbacks.length > mostFallbacks && {
          note: `Only ${mostFallbacks} fallbacks of the row are here.`,
        }),
        ...(never !== undefined && { never }),
        ...(wording !== undefined && { wording }),
      };
      return { ...found, playbook: { positions, topic: topic?.text ?? null } };
    });
}

function requirementIn(row: Row, column: number): RequirementRow[] {
  const cell = row.cells[column];
  // A cell with a word or two is a topic, such as "Reauthentication".
  if (!cell || cell.text.split(/\s+/).length < fewestWords) return [];
  const { start, end } = row;
  const first = row.cells[0]?.text;
  const id = column > 0 && isId(first) && first !== undefined ? first : null;
  return [{ start, end, cell: { start: cell.start, end: cell.end }, id, binding: bindingOf(row) }];
}

function isId(text: string | undefined): boolean {
  return text !== undefined && text.length <= longestId && idCell.test(text);
}

function bindingOf({ cells }: Row): RequirementRow['binding'] {
  for (const { text } of cells) {
    const binding = bindings.get(text.toLowerCase());
    if (binding) return binding;
  }
  return null;
}
