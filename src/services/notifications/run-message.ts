import type { Finding } from '../../../engine/model/finding.ts';
import type { Delivery } from '../../domain/delivery.ts';
import { placeWords } from '../../domain/place-words.ts';
import { projectStatusAfter } from '../../domain/runs/run.ts';
import type { NotedFinding, RunMessage } from '../../domain/runs/run-message.ts';
import type { FindingFilter } from '../../store/ports/runs.ts';
import type { Dependencies } from '../dependencies.ts';

/** The maximum number of findings in a notification. */
const notedFindings = 5;
/** The maximum number of quotes for each finding in a notification. */
const notedQuotes = 2;
/** The maximum number of characters in a quote. */
const quoteLength = 300;

/** Filters for the findings that need attention, worst first. */
const attention: FindingFilter[] = [
  { outcome: 'violated' },
  { outcome: 'conflicting' },
  { outcome: 'partly_satisfied' },
  { label: 'not_assessed' },
  { label: 'NOT FOUND' },
  { outcome: 'undetermined' },
];

/** Returns the message of a delivery; null if its run or project was deleted, or if the run has no result yet. */
export async function runMessage(
  { _id, workspaceId, projectId, runId }: Delivery,
  { store }: Pick<Dependencies, 'store'>,
  publicUrl: string,
): Promise<RunMessage | null> {
  const [run, project] = await Promise.all([
    store.runs.get(workspaceId, runId),
    store.projects.get(workspaceId, projectId),
  ]);
  const state = run && projectStatusAfter(run.state);
  if (run?.result == null || project === null) return null;
  if (state !== 'completed' && state !== 'failed' && state !== 'canceled') return null;
  const { labels, outcomes } = run.result.counts;
  return {
    id: _id,
    workspaceId,
    state,
    incomplete: run.result.incomplete,
    endedAt: run.endedAt ?? run.result.endedAt,
    runId,
    project: { id: projectId, name: project.name, metadata: project.metadata ?? {} },
    politics: {
      id: run.politics.politicsId,
      name: run.politics.name,
      metadata: run.politics.metadata ?? {},
    },
    counts: { labels, outcomes },
    error: state === 'failed' ? (run.lastError?.message ?? null) : null,
    worst: await worstOf(workspaceId, runId, store),
    link: `${publicUrl}/?project=${projectId}&run=${runId}&workspace=${workspaceId}`,
    findingsUrl: `${publicUrl}/v1/projects/${projectId}/findings?runId=${runId}`,
  };
}

async function worstOf(
  workspaceId: string,
  runId: string,
  { findings }: Pick<Dependencies['store'], 'findings'>,
): Promise<NotedFinding[]> {
  const worst = new Map<string, Finding>();
  for (const filter of attention) {
    if (worst.size >= notedFindings) break;
    const { items } = await findings.list(workspaceId, runId, filter, {
      page: 1,
      pageSize: notedFindings,
    });
    for (const { finding } of items) worst.set(finding.id, finding);
  }
  return [...worst.values()].slice(0, notedFindings).map(notedFinding);
}

function notedFinding({ rule, subject, label, outcome, statement, citations }: Finding): NotedFinding {
  return {
    rule: rule.name,
    file: subject.kind === 'file' ? subject.name : null,
    label,
    outcome,
    statement,
    quotes: citations.slice(0, notedQuotes).map(({ quote, source, locator, link }) => ({
      quote: quote.length > quoteLength ? `${quote.slice(0, quoteLength).trimEnd()}…` : quote,
      source: source.name,
      place: placeWords(locator),
      link,
    })),
  };
}
