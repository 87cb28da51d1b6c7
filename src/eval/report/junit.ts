import { missedIn } from './figures.ts';
import type { Report } from './report.ts';

/**
 * The report as JUnit XML, with a test for each figure that has a limit and for each answer. Missed limits and wrong
 * answers are failures.
 */
export function reportJunit(report: Report): string {
  const { items, figures, seconds } = report;
  const limited = figures.filter(({ limit }) => limit !== null);
  const missed = missedIn(report);
  const wrong = items.filter(({ grade }) => grade === 'wrong');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${limited.length + items.length}" failures="${missed.length + wrong.length}" time="${seconds}">`,
    `<testsuite name="thresholds" tests="${limited.length}" failures="${missed.length}">`,
    ...limited.map(({ id, title, value, n, limit, missed: fails }) =>
      testcase(
        `${title} (n ${n})`,
        `thresholds.${id}`,
        fails ? `${id} is ${value ?? 'not available'}, the limit is ${JSON.stringify(limit)}` : null,
      ),
    ),
    '</testsuite>',
    `<testsuite name="answers" tests="${items.length}" failures="${wrong.length}">`,
    ...items.map(({ key, case: name, grade, problems, statement }) =>
      testcase(key, `cases.${name}`, grade === 'wrong' ? `${problems.join('; ')}\n${statement}` : null),
    ),
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testcase(name: string, group: string, failure: string | null): string {
  const opening = `<testcase name="${escaped(name)}" classname="${escaped(group)}"`;
  if (failure === null) return `${opening}/>`;
  const [message = ''] = failure.split('\n');
  return `${opening}><failure message="${escaped(message)}">${escaped(failure)}</failure></testcase>`;
}

/** Escapes text for the content and attributes of XML 1.0 and HTML. */
export function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
