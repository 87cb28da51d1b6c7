import type { Citation } from '../../../engine/model/citation.ts';
import { countFindings } from '../../../engine/model/counts.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Result, ResultCounts } from '../../../engine/model/result.ts';
import type { KeyedRule } from '../../../engine/model/rule.ts';
import { byAction } from './by-action.ts';
import { clean } from './clean.ts';
import { currentAnswer } from './current-answer.ts';
import { type FindingFilter, matching } from './finding-filter.ts';

/** A property of the run or of the report, as it is shown: `Scope`, `each file on its own`. */
export type Fact = { name: string; value: string };

/** A picture of the place of a citation, in which the cited words are marked. Sizes are in pixels. */
export type Picture = { jpeg: Uint8Array; width: number; height: number };

/** A piece of text from a document, and whether it belongs to the cited words. All of it is clean, but not escaped. */
export type MarkedText = { text: string; marked: boolean };

/**
 * The text around a quote, line by line, with the cited words marked; a sheet is shown as the cells around the quote.
 * `columns` are letters, and each row has one cell for each of them.
 */
export type Context =
  | { kind: 'passage'; lines: readonly (readonly MarkedText[])[] }
  | { kind: 'grid'; sheet: string; columns: readonly string[]; rows: readonly GridRow[] };

/** A row of a sheet with its number. The first row of the sheet usually names the columns. */
export type GridRow = { number: number; isFirst: boolean; cells: readonly (readonly MarkedText[])[] };

/** What a report says besides the result. */
export type ReportContext = {
  /** The name of the project or of the rules. */
  name: string;
  /** Who has signed the run off, when, with what open and with which comment; empty on the command line. */
  decision: readonly Fact[];
  /** What was chosen for the run, such as the rule set and the scope. */
  settings: readonly Fact[];
  /** The rules of the run, also those without a finding in the report. */
  rules: readonly Pick<KeyedRule, 'key' | 'name'>[];
  /** The run and the runs of its project before it, from which reviews can be kept; empty on the command line. */
  runs: readonly { _id: string; createdAt: string }[];
  filter: FindingFilter;
  /** The number of findings of the run, before the filter. */
  total: number;
  /** The version of Proviso that makes the report. */
  version: string;
  madeAt: Date;
  /** Converts the link of a citation to a target that works from the place where the report is saved. */
  linkFrom: (link: string) => string;
  /** The path of a local file, for formats that name files by their paths. Without it, they are named as in the result. */
  pathOf?: (file: { role: Citation['source']['role']; fileIndex: number }) => string | undefined;
};

/** Everything that a report contains. Each format presents the same report. */
export type Report = ReportContext & {
  /** The stored result with the findings that match the filter, in the order of the rules, and with their counts. */
  stored: Result;
  /** `stored` with a different name for each file. */
  result: Result;
  /** How often each answer occurs in the findings, with the answers of reviewers in the place of Proviso's. */
  counts: ResultCounts;
  /** The findings of `result`, with those that need action first. */
  findings: readonly Finding[];
  /** Whether each file was checked on its own. */
  each: boolean;
  pictures: ReadonlyMap<Citation, Picture>;
  /** The text around quotes that have no picture. */
  contexts: ReadonlyMap<Citation, Context>;
};

/** Builds the report of a result. It shows no places; `withPlaces` adds them. */
export function buildReport(result: Result, context: ReportContext): Report {
  const isFiltered = Object.keys(context.filter).length > 0;
  const shown = isFiltered ? result.findings.filter(matching(context.filter)) : result.findings;
  const stored = isFiltered ? { ...result, findings: shown, counts: countFindings(shown) } : result;
  const named = withDistinctNames(stored);
  return {
    ...context,
    ...{ stored, result: named },
    counts: countFindings(shown.map((finding) => ({ ...finding, ...currentAnswer(finding) }))),
    findings: byAction(named.findings),
    each: shown.some((finding) => finding.subject.kind === 'file'),
    ...{ pictures: new Map(), contexts: new Map() },
  };
}

type FileId = Pick<Citation['source'], 'role' | 'fileIndex' | 'name'>;

/** A name that looks like one that `withDistinctNames` made. */
const numbered = /\((?:knowledge )?file \d+\)$/;

/**
 * Returns the result with a different name for each file: names that several files have are numbered in the order of
 * the files, such as `contract.pdf (file 2)` or `contract.pdf (knowledge file 1)`. Names are compared as a report shows
 * them. Returns the result itself if the names are already different.
 */
function withDistinctNames(result: Result): Result {
  const counts = new Map<string, number>();
  for (const { name } of result.files) counts.set(clean(name), (counts.get(clean(name)) ?? 0) + 1);
  if ([...counts.values()].every((count) => count === 1)) return result;

  const nameOf = ({ role, fileIndex, name }: FileId) => {
    const isDistinct = counts.get(clean(name)) === 1 && !numbered.test(name);
    return isDistinct ? name : `${name} (${role === 'input' ? '' : 'knowledge '}file ${fileIndex + 1})`;
  };
  const cited = (citation: Citation): Citation => ({
    ...citation,
    source: { ...citation.source, name: nameOf(citation.source) },
  });
  const named = (finding: Finding): Finding => ({
    ...withCitations(finding, cited),
    subject:
      finding.subject.kind === 'file'
        ? { ...finding.subject, name: nameOf({ ...finding.subject, role: 'input' }) }
        : finding.subject,
  });
  return {
    ...result,
    files: result.files.map((file) => ({ ...file, name: nameOf(file) })),
    findings: result.findings.map(named),
  };
}

/** The finding with other citations. `change` gets the index of each among all places of the finding. */
export function withCitations(
  finding: Finding,
  change: (citation: Citation, place: number) => Citation,
): Finding {
  const { citations, basis, search } = finding;
  const before = citations.length + basis.length;
  return {
    ...finding,
    citations: citations.map(change),
    basis: basis.map((one, at) => change(one, citations.length + at)),
    search: {
      ...search,
      nearest: search.nearest.map(({ citation, why }, at) => ({
        citation: change(citation, before + at),
        why,
      })),
    },
  };
}
