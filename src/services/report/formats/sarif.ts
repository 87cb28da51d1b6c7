import type { Citation } from '../../../../engine/model/citation.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import { fingerprintIn } from '../../../../engine/model/keys.ts';
import { placeWords } from '../../../domain/place-words.ts';
import { clean } from '../clean.ts';
import { currentAnswer } from '../current-answer.ts';
import { acceptedWords, fileStatus, reportFacts, reviewWords, subjectName, verdictWords } from '../facts.ts';
import { encodedAddress, linkOf, wellFormed } from '../links.ts';
import type { Report } from '../report.ts';
import { sarifLog } from './sarif-log.ts';

type Kind = 'pass' | 'fail' | 'review' | 'open' | 'informational' | 'notApplicable';
type Level = 'none' | 'warning' | 'error';

/**
 * The findings as a SARIF 2.1.0 log, for code scanning services. Only CONFIRMED answers and those of a person are `pass`,
 * `notApplicable` or an `error`; an estimate that a rule is met is something to `review`. Where a reviewer disagrees with a
 * violation, the result is suppressed with the reviewer's reason. Any other answer of a reviewer is the result.
 */
export function sarifReport(report: Report): string {
  const { stored, result, findings, version, name } = report;
  // A fingerprint contains the names of files as the user gave them.
  const printOf = fingerprintIn(stored);
  const prints = new Map(result.findings.map((one, index) => [one, printOf(stored.findings[index] ?? one)]));
  const rules = rulesOf(findings);
  return sarifLog({
    tool: { driver: { name: 'Proviso', semanticVersion: version, rules: [...rules.values()] } },
    automationDetails: { id: `proviso/${result.runId}`, description: { text: clean(name) } },
    invocations: [invocation(report)],
    artifacts: artifacts(report),
    results: findings.map((finding) =>
      resultOf(finding, [...rules.keys()].indexOf(finding.rule.key), prints.get(finding) ?? '', report),
    ),
    properties: Object.fromEntries(reportFacts(report).map((fact) => [fact.name, fact.value])),
  });
}

function rulesOf(findings: readonly Finding[]): Map<string, object> {
  const sorted = findings.toSorted((one, other) => one.rule.index - other.rule.index);
  return new Map(
    sorted.map(({ rule }) => [
      rule.key,
      {
        id: rule.key,
        name: clean(rule.name),
        shortDescription: { text: clean(rule.name) },
        fullDescription: { text: clean(rule.description) },
        ...(rule.severity && { defaultConfiguration: configurations[rule.severity] }),
        ...propertiesOf(rule),
      },
    ]),
  );
}

/**
 * How a tool should treat a rule of each severity, unless a result says otherwise: the level of a result depends on how
 * certain it is. `rank` is a priority from 0 to 100.
 */
const configurations = {
  critical: { level: 'error', rank: 95 },
  high: { level: 'error', rank: 75 },
  medium: { level: 'warning', rank: 50 },
  low: { level: 'note', rank: 25 },
};

/** The other fields of a rule. SARIF allows no tag twice. */
function propertiesOf(rule: Finding['rule']): object {
  const { key: _, index: _index, name: _name, description: _description, ...others } = rule;
  if (Object.keys(others).length === 0) return {};
  return { properties: { ...others, ...(others.tags && { tags: [...new Set(others.tags)] }) } };
}

function invocation({ result, findings }: Report): object {
  const failed = result.files.filter((file) => file.status === 'failed');
  return {
    executionSuccessful: findings.length === 0 || findings.some((finding) => finding.assessed),
    startTimeUtc: result.startedAt,
    endTimeUtc: result.endedAt,
    toolExecutionNotifications: different([
      ...failed.map((file) => ({
        level: 'error',
        message: { text: clean(`${file.name} was ${fileStatus(file)}`) },
      })),
      ...result.warnings.map(({ message }) => ({ level: 'warning', message: { text: clean(message) } })),
    ]),
  };
}

/** The files of the run. The hash of a file is known if the file is cited. */
function artifacts(report: Report): object[] {
  const { stored, result, findings } = report;
  const cited = new Map(
    findings.flatMap(({ citations, basis }) =>
      [...citations, ...basis].map(({ source }) => [`${source.role} ${source.fileIndex}`, source] as const),
    ),
  );
  return stored.files.map(({ name, role, fileIndex }, index) => {
    const source = cited.get(`${role} ${fileIndex}`);
    return {
      location: { uri: uriOf(source?.url ?? report.pathOf?.({ role, fileIndex }) ?? name) },
      description: { text: clean(result.files[index]?.name ?? name) },
      roles: [role === 'input' ? 'analysisTarget' : 'policy'],
      // Two files can have the same name, but no two artifacts may be equal.
      properties: { role, fileIndex },
      ...(source && { mimeType: source.mediaType, hashes: { 'sha-256': source.sha256 } }),
    };
  });
}

function resultOf(finding: Finding, ruleIndex: number, print: string, report: Report): object {
  const { rule, citations, basis, statement, label, outcome, review, reasons, values, flagged } = finding;
  const { kind, level } = isOverruled(finding) ? ownKind(finding) : kindNow(finding);
  const located = citations.slice(0, 1).map((citation) => location(citation, report));
  const related = different([...citations.slice(1), ...basis].map((citation) => location(citation, report)));
  return {
    ruleId: rule.key,
    ruleIndex,
    kind,
    level,
    message: { text: clean(`${verdictWords(finding)}: ${statement}`) },
    locations: located.length > 0 ? located : subjectLocation(finding, report),
    ...(related.length > 0 && { relatedLocations: related }),
    partialFingerprints: { 'proviso/v1': print },
    ...suppressions(finding, report),
    properties: {
      ...{ finding: finding.id, subject: subjectName(finding), label, outcome, reasons, values, flagged },
      search: finding.search.complete ? 'complete' : 'incomplete',
      ...(review && { review }),
    },
  };
}

/** The objects without repetitions, which the schema of SARIF does not allow in these lists. */
function different(objects: readonly object[]): object[] {
  return [...new Map(objects.map((one) => [JSON.stringify(one), one])).values()];
}

/** The kind and level of the answer that counts. */
function kindNow(finding: Finding): { kind: Kind; level: Level } {
  const { label, outcome, isCertain } = currentAnswer(finding);
  if (finding.flagged) return { kind: 'fail', level: 'warning' };
  if (outcome === 'answered') return { kind: 'informational', level: 'none' };
  if (outcome === 'violated') return { kind: 'fail', level: isCertain ? 'error' : 'warning' };
  if (outcome === 'partly_satisfied') return { kind: 'fail', level: 'warning' };
  if (outcome === 'conflicting') return { kind: 'review', level: 'none' };
  if (label === null || outcome === 'undetermined') return { kind: 'open', level: 'none' };
  if (!isCertain) return { kind: 'review', level: 'none' };
  return { kind: outcome === 'satisfied' ? 'pass' : 'notApplicable', level: 'none' };
}

/** The kind and level of Proviso's own answer. */
function ownKind(finding: Finding) {
  return kindNow({ ...finding, review: null });
}

/** Whether a reviewer does not see a violation as one. */
function isOverruled(finding: Finding): boolean {
  return ownKind(finding).kind === 'fail' && kindNow(finding).kind !== 'fail';
}

/** A finding of a baseline is suppressed with its reason. A violation that the reviewer does not see as one is suppressed. Any other result has an empty list, if reviewed. */
function suppressions(finding: Finding, report: Report): object {
  if (finding.accepted !== undefined)
    return {
      suppressions: [{ kind: 'external', status: 'accepted', justification: acceptedWords(finding) }],
    };
  if (finding.review === null) return {};
  return {
    suppressions: isOverruled(finding)
      ? [{ kind: 'external', status: 'accepted', justification: reviewWords(finding, report) }]
      : [],
  };
}

function location(citation: Citation, report: Report): object {
  const { source, locator, quote, stance, start, end } = citation;
  return {
    physicalLocation: {
      artifactLocation: artifactLocation(source, report),
      ...(locator.kind === 'lines' && {
        region: { startLine: locator.from, endLine: locator.to, snippet: { text: clean(quote) } },
      }),
    },
    logicalLocations: [{ name: clean(placeWords(locator)), kind: locator.kind }],
    message: { text: clean(quote) },
    properties: { link: linkOf(citation, report), stance, locator, start, end },
  };
}

/** A result without a citation has the file that was checked as its location, since many services require one. */
function subjectLocation({ subject }: Finding, report: Report): object[] {
  if (subject.kind !== 'file') return [];
  const file = { role: 'input' as const, fileIndex: subject.fileIndex, name: subject.name };
  return [{ physicalLocation: { artifactLocation: artifactLocation(file, report) } }];
}

type NamedFile = Pick<Citation['source'], 'role' | 'fileIndex' | 'name' | 'url'>;

function artifactLocation({ role, fileIndex, name, url }: NamedFile, { stored, pathOf }: Report): object {
  const index = stored.files.findIndex((file) => file.role === role && file.fileIndex === fileIndex);
  const uri = uriOf(url ?? pathOf?.({ role, fileIndex }) ?? stored.files[index]?.name ?? name);
  return { uri, ...(index >= 0 && { index }) };
}

/** A reference to a file. A file name becomes a relative reference, in which no character has a special meaning. */
function uriOf(place: string): string {
  const text = wellFormed(place);
  if (/^https?:\/\//i.test(text)) return encodedAddress(text);
  return text.split('/').map(encodeURIComponent).join('/');
}
