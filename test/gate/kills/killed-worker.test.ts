import { afterAll, expect, it } from 'vitest';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Run } from '../../../src/domain/runs/run.ts';
import { childProcessQueue } from '../../../src/queue/child-process.ts';
import { createServices } from '../../../src/services/services.ts';
import { allFindings } from '../../support/findings.ts';
import { owner } from '../../support/records.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

const clauses = Array.from(
  { length: 400 },
  (_, at) => `The supplier shall keep record ${at} of every delivery for at least ${(at % 9) + 2} years.`,
);
const rules = Array.from({ length: 10 }, (_, at) => ({
  name: `Record ${at * 31}`,
  description: `The supplier shall keep record ${at * 31} of every delivery for at least ${((at * 31) % 9) + 2} years.`,
}));

const under = await startService();
const queue = childProcessQueue({
  entry: new URL('../../../src/worker.ts', import.meta.url),
  settings: {
    PATH: process.env.PATH,
    ...under.environment,
    PUBLIC_URL: 'https://files.example.org',
    LOG_LEVEL: 'silent',
  },
  onCrash: () => {},
});
under.services = createServices({ ...under.dependencies, queue }, under.estimating);
const { politics, projects } = under.services;
const { _id } = await politics.create(owner, { name: 'n', description: 'd', rules });
const files = [{ type: 'text' as const, name: 'contract', content: clauses.join('\n') }];
const project = await projects.create(owner, { name: 'n', description: 'd', politicsId: _id, files });
const undisturbed = meaningOf((await runWithKillAt(() => false)).findings);
afterAll(async () => {
  await queue.close();
  await under.close();
});

/** The findings of a run without their ids, which differ from run to run. */
function meaningOf(findings: Finding[]): string {
  return JSON.stringify(findings.map(({ id: _, runId: __, ...finding }) => finding));
}

/** Starts a run, kills the worker process as soon as `moment` returns true, and waits for the end of the run. */
async function runWithKillAt(moment: (run: Run) => boolean): Promise<{ run: Run; findings: Finding[] }> {
  const { projects, findings } = under.services;
  const { runId } = await projects.update(owner, project._id, { status: 'deploying' });
  let killed = false;
  const ended = async () => {
    const { run } = await projects.view(owner, project._id);
    if (run !== null && !killed && run.lease.owner !== null && moment(run)) {
      process.kill(Number(run.lease.owner.split('/')[1]), 'SIGKILL');
      killed = true;
    }
    return run?.settled ? run : null;
  };
  const run = await waitUntil(ended, { upTo: 120_000 });
  return {
    run,
    findings: await allFindings({ findings }, owner, { projectId: project._id, runId: runId ?? '' }),
  };
}

/**
 * A run whose worker was killed before the run ended. A run that ends earlier proves nothing, so another run is
 * started.
 */
async function killedRun(moment: (run: Run) => boolean): ReturnType<typeof runWithKillAt> {
  for (let tries = 1; ; tries += 1) {
    const found = await runWithKillAt(moment);
    if (found.run.attempts > 1 || tries === 10) return found;
  }
}

it('after a worker was killed during a run, the run completes with each rule once and with the same result', async () => {
  const { run, findings } = await killedRun((now) => now.findings >= 5);
  expect(run).toMatchObject({ state: 'completed', attempts: 2, findings: rules.length });
  expect(findings.map((finding) => finding.rule.index)).toEqual(rules.map((_, at) => at));
  expect(meaningOf(findings)).toBe(undisturbed);
});
