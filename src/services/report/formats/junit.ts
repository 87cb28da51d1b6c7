import type { Finding } from '../../../../engine/model/finding.ts';
import { grouped } from '../../../../engine/model/sorted.ts';
import { currentAnswer } from '../current-answer.ts';
import {
  acceptedWords,
  allFacts,
  fileStatus,
  noFindingsWords,
  reviewWords,
  sourcePlace,
  subjectName,
  verdictWords,
} from '../facts.ts';
import { linkOf } from '../links.ts';
import type { Fact, Report } from '../report.ts';
import { ruleFacts } from '../rule-facts.ts';
import { labelSigns, outcomeSigns, whyNotConfirmed } from '../words.ts';
import { markup, xmlSafe } from './xml-text.ts';

type Status = 'passed' | 'failure' | 'skipped' | 'error';

/**
 * The findings as JUnit XML, for build servers: a test suite for each subject, and a test case for each rule. The
 * reviewer's answer counts, if there is one. A test case
 * - fails if the rule is violated, met only in part, or answered differently by different passages,
 * - passes only if it is accepted, or if a CONFIRMED answer or a person says that the rule is met or does not apply, because a
 *   build server shows nothing but the color of passed test cases,
 * - is skipped if nothing certain was found, and
 * - has an error if the rule was not assessed.
 * A file that could not be read is an error in a test suite of its own. A report without findings has an empty test suite
 * whose name says why.
 */
export function* junitReport(report: Report): Generator<string> {
  const suites = grouped(report.findings, subjectName);
  const unread = report.result.files.filter((file) => file.status === 'failed');
  const all = counted(report.findings);
  const errors = all.error + unread.length;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites name="${markup(report.name)}" tests="${report.findings.length + unread.length}" failures="${all.failure}" errors="${errors}" skipped="${all.skipped}" time="${seconds(report)}">\n`;
  for (const [subject, findings] of suites) yield suite(subject, findings, report);
  if (suites.size === 0) yield suite(noFindingsWords(report), [], report);
  if (unread.length > 0) {
    yield `<testsuite name="Files that could not be read" tests="${unread.length}" failures="0" errors="${unread.length}" skipped="0">\n`;
    for (const file of unread) {
      yield `<testcase name="${markup(file.name)}" classname="files"><error type="${markup(file.reason)}" message="${markup(fileStatus(file))}"/></testcase>\n`;
    }
    yield '</testsuite>\n';
  }
  yield '</testsuites>\n';
}

function suite(subject: string, findings: readonly Finding[], report: Report): string {
  const { failure, error, skipped } = counted(findings);
  return [
    `<testsuite name="${markup(subject)}" tests="${findings.length}" failures="${failure}" errors="${error}" skipped="${skipped}" timestamp="${report.result.startedAt}" time="${seconds(report)}">\n`,
    properties(allFacts(report)),
    ...findings.map((finding) => testcase(subject, finding, report)),
    '</testsuite>\n',
  ].join('');
}

function testcase(subject: string, finding: Finding, report: Report): string {
  const { rule } = finding;
  const name = `${rule.index + 1}. ${rule.name}`;
  const message = `${verdictWords(finding)}: ${finding.statement}`;
  return [
    `<testcase name="${markup(name)}" classname="${markup(subject)}">`,
    properties(ruleFacts(rule)),
    statusElement(finding, message),
    `<system-out>${details(finding, report)}</system-out>`,
    '</testcase>\n',
  ].join('');
}

function properties(facts: readonly Fact[]): string {
  const elements = facts.map(
    ({ name, value }) => `<property name="${markup(name)}" value="${markup(value)}"/>\n`,
  );
  return elements.length === 0 ? '' : `<properties>\n${elements.join('')}</properties>\n`;
}

function statusElement(finding: Finding, message: string): string {
  const status = statusOf(finding);
  if (status === 'passed') return '';
  if (status === 'skipped') return `<skipped message="${markup(message)}"/>`;
  const { outcome, label } = currentAnswer(finding);
  const type = (label === null ? labelSigns.notAssessed : outcomeSigns[outcome]).word;
  return `<${status} type="${markup(type)}" message="${markup(message)}"/>`;
}

/** The evidence in lines. Each line is cleaned on its own, so that the lines stay apart. */
function details(finding: Finding, report: Report): string {
  const review = reviewWords(finding, report);
  const accepted = acceptedWords(finding);
  const whyNot = whyNotConfirmed(finding);
  const lines = [
    finding.rule.description,
    ...finding.citations.map(
      (citation) => `“${citation.quote}” — ${sourcePlace(citation)} (${linkOf(citation, report)})`,
    ),
    ...finding.basis.map((citation) => `Basis: “${citation.quote}” — ${sourcePlace(citation)}`),
    ...(whyNot === '' ? [] : [`Why not CONFIRMED: ${whyNot}`]),
    ...finding.search.unread.map(({ name, reason }) => `Not read: ${name} (${reason})`),
    ...(accepted === '' ? [] : [`Accepted: ${accepted}`]),
    ...(review === '' ? [] : [`Reviewed: ${review}`]),
  ];
  return lines.map((line) => markup(xmlSafe(line))).join('\n');
}

function statusOf(finding: Finding): Status {
  const { label, outcome, isCertain } = currentAnswer(finding);
  if (label === null) return 'error';
  if (finding.accepted !== undefined) return 'passed';
  if (finding.flagged) return 'failure';
  if (outcome === 'violated' || outcome === 'conflicting' || outcome === 'partly_satisfied') return 'failure';
  return isCertain && outcome !== 'undetermined' ? 'passed' : 'skipped';
}

function counted(findings: readonly Finding[]): Record<Status, number> {
  const counts = { passed: 0, failure: 0, skipped: 0, error: 0 };
  for (const finding of findings) counts[statusOf(finding)] += 1;
  return counts;
}

function seconds({ result }: Report): string {
  return ((Date.parse(result.endedAt) - Date.parse(result.startedAt)) / 1000).toFixed(3);
}
