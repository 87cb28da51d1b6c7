import { countFindings } from '../../../engine/model/counts.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import { fingerprint, keyRules } from '../../../engine/model/keys.ts';
import type { KeyedRule } from '../../../engine/model/rule.ts';
import type { RunningServer } from '../../../src/compose/app.ts';
import { hasEnded, type Run, type RunResult } from '../../../src/domain/runs/run.ts';
import type { PortableRecord } from '../../../src/store/port.ts';
import { finding } from '../findings.ts';
import { aProject, aResult, aRun } from '../records.ts';

type StateParts = {
  name: string;
  run: Partial<Run> & Pick<Run, 'userId' | 'state'>;
  /** The names of the checked files. */
  files?: readonly string[];
  findings?: (runId: string) => Finding[];
  result?: Partial<RunResult>;
};

/** Stores a project with a run that no worker has processed. Returns the path of the page of the run. */
export async function runInState(
  { dependencies }: Pick<RunningServer, 'dependencies'>,
  { name, run: fields, files = [], findings = () => [], result: results = {} }: StateParts,
): Promise<{ path: string; projectId: string; runId: string }> {
  const run = aRun({ projectId: aProject()._id, settled: true, ...fields });
  const { _id: runId, userId, projectId, state } = run;
  const found = findings(runId);
  const result = aResult({ counts: countFindings(found), ...results });
  const { labels, outcomes } = result.counts;
  const ended = hasEnded(run) && {
    ...{ result, endedAt: new Date().toISOString() },
    summary: { labels, outcomes, incomplete: result.incomplete },
  };
  const record = {
    ...{ ...run, findings: found.length, ...ended },
    files: files.map((file) => ({ name: file, type: 'url' as const, url: `https://example.org/${file}` })),
  };
  const status = state === 'completed' || state === 'failed' || state === 'canceled' ? state : 'deploying';
  const project = aProject({ _id: projectId, userId, name, status, runId, files: record.files });
  const records = found.map(
    (one): PortableRecord => ({
      ...{ kind: 'finding', workspaceId: userId, runId },
      record: { finding: one, fingerprint: fingerprint(one, () => false) },
    }),
  );
  await dependencies.store.transfer.put([
    { kind: 'project', record: project },
    { kind: 'run', record },
    ...records,
  ]);
  return { path: `/projects/${projectId}/runs/${runId}`, projectId, runId };
}

type Answered = { name: string; fileIndex: number; rule: KeyedRule };
type Parts = Omit<Parameters<typeof finding>[0], 'rule' | 'runId' | 'subject'>;

/**
 * Stores a finished run with a finding for each file and rule, as if the files had been checked. `answer` returns what
 * the findings say. Returns the path of the run's page.
 */
export async function storedRun(
  server: Pick<RunningServer, 'dependencies'>,
  userId: string,
  { files, rules }: { files: readonly string[]; rules: readonly { name: string; description: string }[] },
  answer: (answered: Answered) => Parts,
): Promise<string> {
  const keyed = keyRules([...rules]);
  const { path } = await runInState(server, {
    name: 'Large',
    run: { userId, state: 'completed', scope: 'each' },
    files,
    findings: (runId) =>
      files.flatMap((name, fileIndex) =>
        keyed.map((rule) =>
          finding({
            ...{ rule, runId, subject: { kind: 'file' as const, fileIndex, name } },
            ...answer({ name, fileIndex, rule }),
          }),
        ),
      ),
  });
  return path;
}
