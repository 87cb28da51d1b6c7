import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { resultSchema } from '../../engine/model/result.ts';
import { type Client, createClient, type ProjectView } from '../client/index.ts';
import { startServer } from '../compose/app.ts';
import { readConfig } from '../config.ts';
import { unrestricted } from '../domain/records/owned.ts';
import { createLog } from '../process/log.ts';
import { packageFolder } from '../process/package-folder.ts';
import { packageVersion } from '../process/package-version.ts';
import { buildReport } from '../services/report/report.ts';
import { renderTerminal } from './render/terminal/report.ts';
import { readRules } from './rules/read.ts';
import { type ExitCode, exitCodes, interruptible } from './terminal/ending.ts';
import { lookOf } from './terminal/output.ts';

const tell = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** `proviso demo`: the whole workflow from upload to findings, over HTTP, with a temporary service. */
export function demo(color: boolean): Promise<ExitCode> {
  const samples = join(packageFolder(), 'samples');
  return interruptible((signal) =>
    withService(async ({ url, token }) => {
      signal.throwIfAborted();
      tell(`The demo service runs at ${url}, with a user and a token. A program would now send:\n`);
      const project = await runProject(createClient({ url, token }), samples, signal);
      if (project.result === null) throw new Error(`the run ended as ${project.status} without a result`);
      const result = resultSchema.parse(project.result);
      const report = buildReport(result, {
        ...{
          name: 'Demo',
          decision: [],
          settings: [],
          rules: [],
          runs: [],
          filter: {},
          total: result.findings.length,
        },
        ...{ version: packageVersion(), madeAt: new Date(), linkFrom: (link) => link },
      });
      tell(renderTerminal(report, lookOf(undefined, color)));
      tell(whatNext(relative(process.cwd(), samples)));
      return exitCodes.done;
    }),
  );
}

function whatNext(samples: string): string {
  const program = process.argv[1] ?? '';
  // Without the command `proviso` on the PATH, the way in which this process was started works again.
  const command = program.endsWith('.js') ? `node ${relative(process.cwd(), program)}` : 'proviso';
  return `That was a sample: an agreement and its annex, checked against ten rules and the buyer's policy.
They are in ${samples}: open agreement.pdf and look up a page.

Try next:
  ${command} check YOUR.pdf --rules ${join(samples, 'rules.yaml')}
      your own document, without a server; copy the rules and make them yours (docs/rules.md)
  ${command} check ${join(samples, 'agreement.pdf')} --rules ${join(samples, 'rules.yaml')} --out report.md
      a report to send around; .json has everything for a program
  ${command} serve
      the service for good: sign in at http://localhost:3000, make a token, and call the API (docs/api.md)
  ${command} check --help
      everything else`;
}

const betweenPollsMs = 150;

/** Uploads the samples, creates a rule set and a project with them, starts a run, and waits until the run has ended. */
async function runProject(client: Client, samples: string, signal: AbortSignal): Promise<ProjectView> {
  const upload = async (name: string) => {
    const file = await client.files.upload(new Uint8Array(await readFile(join(samples, name))), name);
    tell(`  POST /v1/files            ${name}, ${Math.ceil(file.size / 1024)} kB`);
    return { name, url: file.url };
  };
  const policy = await upload('policy.pdf');
  const inputs = [await upload('agreement.pdf'), await upload('annex-b.docx')];

  const { rules, outputFormat } = await readRules(join(samples, 'rules.yaml'));
  const politics = await client.politics.create.mutate({
    name: 'Buying hosted services',
    description: 'What an agreement with a supplier of hosted services must say.',
    rules,
    knowledgeFiles: [{ ...policy, type: 'pdf' }],
    ...(outputFormat && { outputFormat }),
  });
  tell(`  POST /v1/politics         ${rules.length} rules, based on ${policy.name}`);

  const project = await client.projects.create.mutate({
    name: 'Sample agreement',
    description: 'An agreement and its annex.',
    politicsId: politics.data._id,
    files: inputs.map((file) => ({ ...file, type: 'document' })),
  });
  const { _id: id } = project.data;
  tell(`  POST /v1/projects         ${inputs.map(({ name }) => name).join(', ')}`);
  await client.projects.update.mutate({ id, status: 'deploying' });
  tell('  PUT /v1/projects/{id}     {"status": "deploying"}');
  return ended(client, id, signal);
}

async function ended(client: Client, id: string, signal: AbortSignal): Promise<ProjectView> {
  for (let shown = -1; ; await wait(betweenPollsMs, undefined, { signal })) {
    const { data } = await client.projects.get.query({ id });
    const percent = data.progress?.percent ?? 0;
    if (percent !== shown) tell(`  GET /v1/projects/{id}     ${data.status}, ${percent}%`);
    if (data.status !== 'deploying') return data;
    shown = percent;
  }
}

type DemoService = { url: string; token: string };

/**
 * Runs `work` with a temporary service, which listens on a free local port and has one user, one token and a data
 * folder of its own. Afterwards stops the service and removes the folder, even if `work` fails.
 */
async function withService<Result>(work: (service: DemoService) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'proviso-demo-'));
  const { PATH, NODE_OPTIONS } = process.env;
  const environment = { PATH, NODE_OPTIONS, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' };
  try {
    const config = readConfig(environment);
    const server = await startServer(config, createLog(config.LOG_LEVEL, 'demo'), environment);
    try {
      const password = randomBytes(24).toString('base64url');
      const user = await server.accounts.add({ email: 'demo@proviso.example', name: 'Demo', password });
      const { secret } = await server.services.tokens.create(unrestricted(user._id), { name: 'demo' });
      return await work({ url: server.url, token: secret });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
