import type { Citation } from '../../../engine/model/citation.ts';
import type { CheckerRecord, Finding } from '../../../engine/model/finding.ts';
import type { Result } from '../../../engine/model/result.ts';
import type { Scope } from '../../../engine/model/rule.ts';
import { atMost } from '../../../engine/model/wording/at-most.ts';
import { placeWords } from '../../domain/place-words.ts';
import { clean } from './clean.ts';
import type { FindingFilter } from './finding-filter.ts';
import type { Fact, Report } from './report.ts';
import {
  answerSigns,
  certificateWords,
  durationWords,
  extentWords,
  fileWords,
  keptWords,
  labelOrder,
  labelSigns,
  outcomeOrder,
  outcomeSigns,
  plural,
  wordsOf,
} from './words.ts';

/** What the report is about and what it rests on: settings, checkers, certificates, filter, times and version. */
export function reportFacts(report: Report): Fact[] {
  const { result, decision, settings, version, madeAt } = report;
  const certificates = certificateWords(result.findings);
  const filter = filterWords(report);
  const accepted = result.findings.filter((finding) => finding.accepted !== undefined).length;
  return [
    ...decision,
    ...settings,
    checkersFact(report),
    {
      name: 'What CONFIRMED is worth',
      value: certificates.join('; ') || 'no CONFIRMED finding has a certificate',
    },
    ...(filter === '' ? [] : [{ name: 'Only findings with', value: filter }]),
    ...(accepted === 0 ? [] : [{ name: 'Accepted findings', value: String(accepted) }]),
    { name: 'Run', value: result.runId },
    { name: 'Started', value: timeWords(result.startedAt) },
    { name: 'Ended', value: `${timeWords(result.endedAt)}, after ${durationWords(result)}` },
    { name: 'Report made', value: `${timeWords(madeAt.toISOString())}, by Proviso ${version}` },
  ].map(({ name, value }) => ({ name, value: clean(value) }));
}

/** `reportFacts`, and what a format without a summary would not say: the extent, the unread files and the warnings. */
export function allFacts(report: Report): Fact[] {
  const { incomplete } = report.result;
  const unread = atMost(
    unreadFacts(report).map(({ name, value }) => `${name}: ${value}`),
    mostUnread,
    (count) => `${plural(count, 'more file', 'more files')}`,
  );
  return [
    { name: 'Extent', value: clean(headline(report)) },
    { name: 'Could not be read', value: unread.join('; ') || 'nothing: every file was read' },
    { name: 'Complete', value: incomplete ? incompleteWords : 'yes' },
    ...reportFacts(report),
  ];
}

/** Which findings of the run a filter has selected, in words; empty without a filter. */
export function selectionWords(report: Report): string {
  const filter = filterWords(report);
  if (filter === '') return '';
  return clean(
    `Only findings with ${filter}: ${report.result.findings.length} of ${plural(report.total, 'finding', 'findings')}`,
  );
}

/** Why a report has no findings. */
export function noFindingsWords({ total }: Report): string {
  return total === 0
    ? 'The run has no findings.'
    : `None of the ${plural(total, 'finding', 'findings')} of the run matches the filter.`;
}

/** A report repeats the names of at most this many unread files with every finding. */
const mostUnread = 20;

/** One sentence on the size of the run: `4 of 12 findings on 3 files, 41 pages.` */
export function headline({ result, total }: Report): string {
  const inputs = result.files.filter((file) => file.role === 'input');
  const pages = inputs.reduce((sum, file) => sum + (file.status === 'read' ? file.pages : 0), 0);
  const extent = [plural(inputs.length, 'file', 'files'), extentWords(pages, inputs)].filter(Boolean);
  const shown = result.findings.length;
  const findings =
    shown === total
      ? plural(total, 'finding', 'findings')
      : `${shown} of ${plural(total, 'finding', 'findings')}`;
  return `${findings} on ${extent.join(', ')}.`;
}

const checkersFact = ({ result }: Report): Fact => ({
  name: 'Checked by',
  value: checkers(result.findings).join('; ') || 'nothing was assessed',
});

/** Who has signed the run off with what open, the rules, and who checked them. */
export function headFacts(report: Report): Fact[] {
  const { decision, settings } = report;
  const rules = settings.filter(({ name }) => name === 'Rule set' || name === 'Rules');
  return [...decision, ...rules, checkersFact(report)].map(({ name, value }) => ({
    name,
    value: clean(value),
  }));
}

/** What the first page of a report says: how often each answer occurs, and `headFacts`. */
export function summaryFacts(report: Report): Fact[] {
  const { counts } = report;
  const outcomes = outcomeOrder.filter((outcome) => counts.outcomes[outcome] > 0);
  return [
    {
      name: 'Outcomes',
      value: outcomes.map((one) => `${outcomeSigns[one].word} ${counts.outcomes[one]}`).join(' · ') || 'none',
    },
    {
      name: 'Labels',
      value: labelOrder.map((label) => `${labelSigns[label].word} ${counts.labels[label]}`).join(' · '),
    },
    ...headFacts(report),
  ];
}

/** The files that could not be read, and why. */
export function unreadFacts({ result }: Report): Fact[] {
  const failed = result.files.filter((file) => file.status === 'failed');
  return failed.map((file) => ({ name: clean(file.name), value: fileStatus(file) }));
}

/** The files of the run with their roles and extents, below these titles. */
export const fileTitles = ['Name', 'Role', 'Read'];
export function fileRows({ result }: Report): string[][] {
  return result.files.map((file) => [
    ...[clean(file.name), file.role === 'authority' ? 'knowledge' : 'input', fileStatus(file)],
  ]);
}

export const incompleteWords =
  'Incomplete: something could not be read or assessed; what is missing could change a finding.';

/**
 * The answer that counts, without icons: `violated, ESTIMATED`, or, if a reviewer has changed the outcome, `reviewed:
 * violated (Proviso: satisfied), ESTIMATED`.
 */
export function verdictWords(finding: Finding): string {
  const { outcome, label } = answerSigns(finding);
  return outcome === null ? wordsOf(label) : `${wordsOf(outcome)}, ${wordsOf(label)}`;
}

/** What a person decided, with the person, the time, the earlier run if it was made there, and the reason; empty without a review. */
export function reviewWords(finding: Finding, { runs }: Pick<Report, 'runs'>): string {
  if (finding.review === null) return '';
  const { label, outcome, by, at, reason } = finding.review;
  const verdict = [
    ...(outcome === undefined ? [] : [outcomeSigns[outcome].word]),
    ...(outcome === undefined || label !== finding.label ? [label] : []),
  ];
  return clean(
    `${verdict.join(', ')}, decided by ${by} on ${timeWords(at)}${keptWords(finding, runs, timeWords)}: ${reason}`,
  );
}

/** Why the finding is accepted: `Known gap (until 2027-01-31, by Ada)`. Empty if it is not accepted. */
export function acceptedWords({ accepted }: Pick<Finding, 'accepted'>): string {
  if (accepted === undefined) return '';
  const { reason, until, by } = accepted;
  const more = [
    ...(until === undefined ? [] : [`until ${until}`]),
    ...(by === undefined ? [] : [`by ${by}`]),
  ];
  return clean(more.length === 0 ? reason : `${reason} (${more.join(', ')})`);
}

/** The place of a citation with the name of its file: `contract.pdf, p. 23`. */
export function sourcePlace({ source, locator }: Pick<Citation, 'source' | 'locator'>): string {
  return clean(`${source.name}, ${placeWords(locator)}`);
}

export function subjectName({ subject }: Finding): string {
  return subject.kind === 'file' ? clean(subject.name) : 'all files';
}

/** What is known about a file: its extent, or why it was not read. */
export function fileStatus(file: Result['files'][number]): string {
  return clean(file.status === 'read' ? fileWords(file) : `not read (${file.reason}): ${fileWords(file)}`);
}

/** Whether the files were checked together or each on its own. */
export function scopeFact(scope: Scope): Fact {
  return { name: 'Scope', value: scope === 'each' ? 'each file on its own' : 'all files together' };
}

/** A time in UTC, to the second: `2026-01-31 12:00:00 UTC`. */
export function timeWords(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}

/** The checkers of the findings, each once: `words alone`, or `model gpt-x, prompt rule-check@2`. */
function checkers(findings: readonly Finding[]): string[] {
  const assessed = findings.filter((finding) => finding.assessed);
  return [...new Set(assessed.map(({ checker }) => checkerWords(checker)))];
}

export function checkerWords({ method, model, prompt }: CheckerRecord): string {
  if (method === 'lexical') return 'words alone';
  return [`model ${model ?? 'unknown'}`, ...(prompt ? [`prompt ${prompt.id}@${prompt.version}`] : [])].join(
    ', ',
  );
}

/** The filter in words; empty if it lets every finding through. */
function filterWords({ filter, result, rules }: Report): string {
  const words: { [Name in keyof Required<FindingFilter>]: string | undefined } = {
    outcome: filter.outcome === undefined ? undefined : outcomeSigns[filter.outcome].word,
    label: filter.label === 'not_assessed' ? labelSigns.notAssessed.word : filter.label,
    reviewed: filter.reviewed,
    severity: filter.severity === 'not_set' ? 'not set' : filter.severity,
    tag: filter.tag,
    rule: filter.rule === undefined ? undefined : ruleName(rules, filter.rule),
    file: filter.file === undefined ? undefined : inputName(result, filter.file),
    text: filter.text,
  };
  return Object.entries(words)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} “${value}”`)
    .join(', ');
}

function ruleName(rules: Report['rules'], key: string): string {
  return rules.find((rule) => rule.key === key)?.name ?? key;
}

function inputName({ files }: Result, index: number): string {
  return (
    files.find(({ role, fileIndex }) => role === 'input' && fileIndex === index)?.name ?? `file ${index}`
  );
}
