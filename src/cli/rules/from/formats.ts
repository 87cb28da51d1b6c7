import { Document, isNode } from 'yaml';
import type { Extraction, FoundRule, LeftOut, Rule, RuleVersion } from '../../../../engine/index.ts';
import { clean } from '../../../services/report/clean.ts';
import { csvLine } from '../../../services/report/formats/csv.ts';
import { type Page, pageFor, paragraph, shortened } from '../../render/terminal/page.ts';
import type { FromFormat } from '../options.ts';
import type { Compared } from './found.ts';
import { comparisonWords, placeWords, sumWords, versionWords } from './words.ts';

/**
 * The rules in a format: a rules file in YAML with comments, JSON, or CSV with a row for every normative sentence. With
 * a comparison, they are the rules of the new version with what the author had added to the earlier ones.
 */
export function written(
  found: Extraction,
  compared: Compared | null,
  format: Exclude<FromFormat, 'table'>,
): string {
  if (format === 'csv') return csv(found, compared);
  return format === 'json' ? json(found, compared) : yaml(found, compared);
}

function json({ rules, leftOut }: Extraction, compared: Compared | null): string {
  if (compared === null) return `${JSON.stringify({ rules, leftOut }, null, 2)}\n`;
  const { rules: kept, outputFormat, secondSignOff, ...comparison } = compared;
  const settings = { ...(outputFormat && { outputFormat }), ...(secondSignOff && { secondSignOff }) };
  const file = { rules: kept, ...settings, leftOut, comparison };
  return `${JSON.stringify(file, null, 2)}\n`;
}

const yamlWidth = 100;
const longestLeftOutQuote = 200;

function yaml(found: Extraction, compared: Compared | null): string {
  const { rules, outputFormat, secondSignOff } = compared ?? { rules: found.rules, outputFormat: null };
  const settings = { ...(outputFormat && { outputFormat }), ...(secondSignOff && { secondSignOff }) };
  const document = new Document({ rules, ...settings });
  const comments = compared ? versionComments(compared) : [];
  comments.forEach((words, at) => {
    const node = document.getIn(['rules', at], true);
    if (words !== undefined && isNode(node)) node.commentBefore = comment([words]);
  });
  document.commentBefore = comment([
    `Rules from ${found.files
      .filter(({ status }) => status === 'read')
      .map(({ name }) => name)
      .join(', ')}`,
    sumWords(found),
    ...(compared ? [comparisonWords(compared)] : []),
    ...found.files.flatMap((file) =>
      file.status === 'failed' ? [`Not read: ${file.name}: ${file.message}`] : [],
    ),
    'The quote of each rule is the text of the document; edit the name and the description as you need.',
  ]);
  const gone = compared?.versions.filter(({ kind }) => kind === 'gone') ?? [];
  const end = [
    ...(gone.length > 0 ? ['Gone:', ...gone.map(goneWords)] : []),
    ...(found.leftOut.length > 0 ? ['Left out:', ...found.leftOut.map(leftOutWords)] : []),
  ];
  if (end.length > 0) document.comment = comment(end);
  return document.toString({ lineWidth: yamlWidth });
}

/** What happened to each rule of the new version; undefined for unchanged rules. */
function versionComments({ versions }: Compared): (string | undefined)[] {
  return versions
    .filter(({ kind }) => kind !== 'gone')
    .map((version) => (version.kind === 'unchanged' ? undefined : versionWords(version)));
}

function goneWords(version: RuleVersion): string {
  return `${version.id ?? version.name}: ${versionWords(version)}`;
}

function comment(lines: readonly string[]): string {
  return lines.map((line) => ` ${clean(line)}`).join('\n');
}

function leftOutWords({ quote, reason, of, ...place }: LeftOut): string {
  const words = clean(quote);
  const short = words.length > longestLeftOutQuote ? `${words.slice(0, longestLeftOutQuote)}…` : words;
  return `${reason}${of === undefined ? '' : ` of ${of}`} (${placeWords(place)}): ${short}`;
}

const columns = [
  ...['id', 'name', 'description', 'modality', 'actor', 'group', 'file', 'page', 'clause', 'quote'],
  ...['preferred', 'fallbacks', 'never', 'wording', 'leftOut', 'references'],
];
/** What happened to a rule since the earlier version, and its words there. */
const comparedColumns = ['change', 'quoteBefore'];

/** A row of the table, by the names of its columns. */
type Cells = { [column: string]: string | null | undefined };

function csv({ rules, leftOut }: Extraction, compared: Compared | null): string {
  const all = compared === null ? columns : [...columns, ...comparedColumns];
  const kept = compared?.versions.filter(({ kind }) => kind !== 'gone') ?? [];
  const gone = compared?.versions.filter(({ kind }) => kind === 'gone') ?? [];
  const rows: Cells[] = [
    ...(compared?.rules ?? rules).map((rule, at) => ({ ...ruleCells(rule), ...versionCells(kept[at]) })),
    ...gone.map((version) => ({
      ...{ id: version.id, name: version.name },
      ...(version.before && placeCells(version.before)),
      ...versionCells(version),
    })),
    ...leftOut.map((one) => ({ ...placeCells(one), leftOut: one.reason })),
  ];
  return [csvLine(all), ...rows.map((row) => csvLine(all.map((column) => row[column] ?? '')))].join('');
}

function versionCells(version: RuleVersion | undefined): Cells {
  return { change: version?.kind, quoteBefore: version?.before?.quote };
}

function ruleCells(rule: Rule): Cells {
  const { id, name, description, modality, actor, group, source, references } = rule;
  const { preferred, fallbacks, never, wording } = rule;
  return {
    ...{ id, name, description, modality, actor, group },
    ...{ preferred, fallbacks: fallbacks?.join('\n'), never, wording },
    ...(source && placeCells(source)),
    references: references?.join('\n'),
  };
}

function placeCells({ file, page, clause, quote }: Omit<LeftOut, 'reason'>): Cells {
  return { file, page: page?.toString(), clause, quote };
}

type Screen = { width: number; color: boolean };

/** The rules as text for a terminal; with a comparison, only what differs from the earlier version. */
export function fromTable(found: Extraction, compared: Compared | null, screen: Screen): string {
  const page = pageFor(screen);
  const lines =
    compared === null
      ? [...found.rules.flatMap((rule) => ruleLines(page, rule)), sumWords(found)]
      : [
          ...changedFirst(compared.versions).flatMap((one) => versionLines(page, one)),
          comparisonWords(compared),
        ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function ruleLines(page: Page, { id, description, source }: FoundRule): string[] {
  return [
    `${page.paint.bold(clean(id))}  ${page.paint.dim(clean(placeWords(source)))}`,
    ...paragraph(page, shortened(clean(description))),
    '',
  ];
}

function changedFirst(versions: readonly RuleVersion[]): RuleVersion[] {
  return (['changed', 'new', 'gone', 'moved'] as const).flatMap((kind) =>
    versions.filter((version) => version.kind === kind),
  );
}

function versionLines(page: Page, version: RuleVersion): string[] {
  const { paint } = page;
  const { kind, id, name, after } = version;
  const paints = { changed: paint.yellow, new: paint.green, gone: paint.red, moved: paint.cyan };
  const words = kind === 'unchanged' ? kind : paints[kind](kind);
  const place = after === null ? '' : placeWords(after);
  const text = kind === 'new' ? (after?.quote ?? '') : versionWords(version).replace(/^changed: /, '');
  return [
    `${words}  ${paint.bold(clean(id ?? name))}  ${paint.dim(clean(place))}`,
    ...paragraph(page, shortened(clean(text))),
    '',
  ];
}
