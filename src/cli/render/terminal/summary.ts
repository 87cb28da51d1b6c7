import type { Result } from '../../../../engine/model/result.ts';
import { clean } from '../../../services/report/clean.ts';
import { incompleteWords, unreadFacts } from '../../../services/report/facts.ts';
import type { Report } from '../../../services/report/report.ts';
import {
  certificateWords,
  durationWords,
  extentWords,
  labelOrder,
  labelSigns,
  outcomeOrder,
  outcomeSigns,
  plural,
  type Sign,
  wordsAloneNote,
} from '../../../services/report/words.ts';
import { margin, type Page, paragraph, row } from './page.ts';
import { paintLabel, paintOutcome } from './signs.ts';

/** What was checked: the numbers of rules, files and pages, and the duration. */
export function headLine(page: Page, result: Result): string[] {
  const inputs = result.files.filter((file) => file.role === 'input');
  const knowledge = result.files.length - inputs.length;
  const pages = inputs.reduce((sum, file) => sum + (file.status === 'read' ? file.pages : 0), 0);
  const parts = [
    plural(new Set(result.findings.map((finding) => finding.rule.key)).size, 'rule', 'rules'),
    plural(inputs.length, 'file', 'files'),
    extentWords(pages, inputs),
    ...(knowledge > 0 ? [plural(knowledge, 'knowledge file', 'knowledge files')] : []),
    durationWords(result),
  ];
  return paragraph(
    page,
    `${page.paint.bold('Proviso')}  ${page.paint.dim(parts.filter(Boolean).join(' · '))}`,
    ' ',
  );
}

/** The files that could not be read. The report starts with them, because they could change every finding. */
export function unreadLines(page: Page, report: Report): string[] {
  const failed = unreadFacts(report);
  if (failed.length === 0) return [];
  const all = plural(report.result.files.length, 'file', 'files');
  const head = `! ${failed.length} of ${all} could not be read`;
  return [
    ...paragraph(page, page.paint.bold(page.paint.red(head)), ' ', '   '),
    ...failed.flatMap(({ name, value }) =>
      paragraph(page, `${page.paint.bold(name)}: ${value}`, '   ', '     '),
    ),
  ];
}

/**
 * The numbers of findings by label and by outcome. Labels are shown even if their number is 0, outcomes only if they
 * occur.
 */
export function summaryLines(page: Page, result: Result): string[] {
  const { paint } = page;
  const { counts } = result;
  const byLabel = labelOrder
    .filter((label) => label !== 'notAssessed' || counts.labels.notAssessed > 0)
    .map((label) =>
      counted(counts.labels[label], paint.dim, (text) => paintLabel(paint, label, text), labelSigns[label]),
    );
  const byOutcome = outcomeOrder
    .filter((outcome) => counts.outcomes[outcome] > 0)
    .map((outcome) =>
      counted(
        counts.outcomes[outcome],
        paint.dim,
        (text) => paintOutcome(paint, outcome, text),
        outcomeSigns[outcome],
      ),
    );
  const total = plural(result.findings.length, 'finding', 'findings');
  const rest = ' '.repeat(total.length + 3);
  const note = wordsAloneNote(result.findings);
  const accepted = result.findings.filter((finding) => finding.accepted !== undefined).length;
  return [
    ...row(page, byLabel, ` ${paint.bold(total)}  `, rest),
    ...row(page, byOutcome, rest),
    ...(accepted === 0 ? [] : paragraph(page, `${accepted} accepted`, rest, rest)),
    ...certificateWords(result.findings).flatMap((words) =>
      paragraph(page, paint.dim(clean(words)), rest, rest),
    ),
    ...(note === null ? [] : ['', ...paragraph(page, paint.dim(note), ' ', ' ')]),
    ...(result.incomplete ? ['', ...paragraph(page, paint.yellow(`! ${incompleteWords}`), ' ', '   ')] : []),
  ];
}

function counted(
  count: number,
  zero: (text: string) => string,
  paint: (text: string) => string,
  sign: Sign,
): string {
  const { icon, word } = sign;
  return (count === 0 ? zero : paint)(`${icon} ${count} ${word}`);
}

/** The output in the requested shape and, for each value that is null, the reason. */
export function outputLines(page: Page, result: Result): string[] {
  if (result.output === null) return [];
  const json = JSON.stringify(result.output, null, 2).split('\n');
  const gaps = Object.entries(result.outputGaps).flatMap(([pointer, why]) =>
    paragraph(page, page.paint.dim(`${clean(pointer)} is null: ${clean(why)}`), margin, `${margin}  `),
  );
  return [
    ` ${page.paint.bold('Output')}`,
    ...json.flatMap((line) => {
      const indent = margin + ' '.repeat(line.search(/\S/));
      return paragraph(page, clean(line.trimStart()), indent, `${indent}  `);
    }),
    ...(gaps.length > 0 ? ['', ...gaps] : []),
  ];
}
