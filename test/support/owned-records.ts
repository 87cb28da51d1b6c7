import { gzipSync } from 'node:zlib';
import type { Citation } from '../../engine/model/citation.ts';
import { countFindings } from '../../engine/model/counts.ts';
import type { Finding } from '../../engine/model/finding.ts';
import { fingerprint, keyRules } from '../../engine/model/keys.ts';
import type { KeyedRule, Rule } from '../../engine/model/rule.ts';
import type { SourceText } from '../../engine/model/source.ts';
import type { RunningServer } from '../../src/compose/app.ts';
import type { Actor } from '../../src/domain/records/owned.ts';
import { runFinalizer, summaryOf } from '../../src/services/runs/run-finalizer.ts';
import { bodyOf } from './body.ts';
import { citation, finding } from './findings.ts';
import { aResult } from './records.ts';

/** The fields of a finding that contain citations. */
export type Cited = Pick<Finding, 'citations' | 'basis' | 'search'>;

type Service = Pick<RunningServer, 'services' | 'dependencies'>;

/** The ids of one record of each kind that a user can have. */
export type OwnedRecords = {
  politicsId: string;
  projectId: string;
  runId: string;
  findingId: string;
  tokenId: string;
  notificationId: string;
  fileUrl: string;
};

export const rules: Rule[] = [
  { name: 'Notice', description: 'The notice period is at least three months.' },
  { name: 'Deposit', description: 'The deposit is at most two rents.' },
];

/** Creates one record of each kind for a user, including a run that has ended. */
export async function ownedRecordsOf(
  { services, dependencies }: Service,
  actor: Actor,
): Promise<OwnedRecords> {
  const file = await services.uploads.put(actor, {
    name: 'lease.txt',
    body: bodyOf('Four months of notice.'),
  });
  const politics = await services.politics.create(actor, { name: 'Leases', description: 'Shops', rules });
  const project = await services.projects.create(actor, {
    name: 'Main street 5',
    description: 'The lease of the shop',
    politicsId: politics._id,
    files: [{ name: 'lease.txt', type: 'document', url: file.url }],
    contactNotifications: ['the legal team'],
  });
  const { token } = await services.tokens.create(actor, { name: 'of the holdings' });
  const { runId, findingId } = await endedRun({ services, dependencies }, actor, project._id);
  await storeCitedText({ services, dependencies }, actor, project._id);
  await runFinalizer(dependencies).finishUnfinished();
  const { items } = await services.notifications.list(actor, project._id, { page: 1, pageSize: 1 });
  return {
    politicsId: politics._id,
    projectId: project._id,
    runId,
    findingId,
    tokenId: token._id,
    notificationId: items[0]?._id ?? '',
    fileUrl: file.url,
  };
}

/**
 * Starts a run of the project and ends it with a finding for each rule, as a worker would. `cited` is the beginning of
 * every quote, or the citations of every finding, or returns those of one rule; or it is all that every finding cites.
 */
export async function endedRun(
  { services, dependencies: { store } }: Service,
  actor: Actor,
  projectId: string,
  cited: string | Citation[] | ((rule: KeyedRule) => Citation[]) | Cited = 'words for',
): Promise<{ runId: string; findingId: string }> {
  await services.projects.update(actor, projectId, { status: 'deploying' });
  const now = new Date();
  const run = await store.runs.claim({ lease: 'test', now });
  if (run === null) throw new Error('a run must be due');
  const citedFor = (rule: KeyedRule): Partial<Cited> => {
    if (typeof cited === 'function') return { citations: cited(rule) };
    if (typeof cited === 'string') return { citations: [citation(`${cited} ${rule.name}`)] };
    return Array.isArray(cited) ? { citations: cited } : cited;
  };
  const found = keyRules(run.politics.rules).map((rule) =>
    finding({ ...{ rule, runId: run._id }, ...citedFor(rule) }),
  );
  const stored = found.map((one) => ({ finding: one, fingerprint: fingerprint(one, () => false) }));
  const runLease = { runId: run._id, fence: run.lease.fence };
  await store.runs.addFindings(runLease, stored, run.progress, now);
  const result = aResult({ counts: countFindings(found) });
  const summary = summaryOf(result);
  const release = { state: 'completed', result, summary, lastError: null, progress: run.progress } as const;
  await store.runs.release(runLease, release, now);
  await services.projects.get(actor, projectId);
  const [first] = found;
  if (!first) throw new Error('the rule set must have a rule');
  return { runId: run._id, findingId: first.id };
}

/** Stores a text for each citation of the last run, which contains the quote at its offsets. */
async function storeCitedText(
  { services, dependencies: { store } }: Service,
  actor: Actor,
  projectId: string,
) {
  const { items } = await services.findings.list(actor, { projectId, page: 1, pageSize: 100 });
  for (const { id, citations } of items) {
    for (const { source, start, quote } of citations) {
      const text = `${' '.repeat(start)}${quote}\n`;
      const bytes = gzipSync(JSON.stringify(textOf(text)));
      await store.sourceTexts.put(actor.userId, `${source.sha256}:${id}`, bytes, new Date());
    }
  }
}

/** A text that was read from one page. */
export function textOf(text: string): SourceText {
  return {
    text,
    ranges: [{ start: 0, end: text.length, locator: { kind: 'page', page: 1 }, method: 'text' }],
    ...{ skips: [], headings: [], pages: 1, countedAs: 'pages', method: 'text' },
    ...{ mediaType: 'text/plain', loader: { id: 'text', version: '1' }, unread: [], warnings: [] },
  };
}
