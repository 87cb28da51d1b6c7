import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { openStore } from '../../../src/compose/adapters.ts';
import { readConfig } from '../../../src/config.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { newWorkspace, withMember } from '../../../src/domain/workspaces/workspace.ts';
import { packageVersion } from '../../../src/process/package-version.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../tools/model-server/rule-request.ts';
import { CommandRunner, pdfOf, workFolder } from '../../gate/cli/command.ts';
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts';
import { zipParts } from '../../support/report-words.ts';
import { Transcript } from '../../support/transcript.ts';

const texts = z.record(z.string(), z.string());
const step = z.union([
  z.string().transform((run) => ({ run, in: '', env: {}, keep: {} })),
  z.strictObject({
    run: z.string(),
    in: z.string().default(''),
    env: texts.default({}),
    keep: texts.default({}),
  }),
  z.strictObject({ write: texts }),
  z.strictObject({ edit: z.string(), from: z.string(), to: z.string() }),
  z.strictObject({ cut: z.string() }),
  z.strictObject({ share: z.array(z.string()) }),
]);
const answer = z.looseObject({ quotes: z.array(z.string()) });
const steps = z
  .object({
    files: texts,
    model: z.record(z.string(), answer),
    sections: z.record(z.string(), z.array(step)),
  })
  .parse(parse(readFileSync(join(import.meta.dirname, 'steps/cli.yaml'), 'utf8')));

/** What differs with the machine, the release, or the speed of the machine. */
const hidden = [
  /\d{4}-\d\d-\d\d \d\d:\d\d(?!:)/g,
  /(?<= …)\w{4}\b/g,
  /(?<= in )\d+ ms/g,
  /(?<=, )[\d.]+ s$/gm,
  /(?<="seconds": )[\d.]+/g,
  /(?<=, after )(?:less than )?[\d.]+ s/g,
  /(?<= · )(?:less than )?[\d.]+ s(?!\w)/g,
  /(?<=(?:median|slowest) )\d+(?= ms)/g,
  /(?<="(?:median|slowest)": )\d+/g,
  /(?<=<testsuites? .* time=")[\d.]+/g,
  /(?<=^seconds) +[\d.]+ +[\d.]+$/gm,
  /(?<= has )[\d.,]+ [GMT]B(?= free)/g,
  /(?<=;base64,)[\w+/=]+/g,
  /[\d,]+ of [\d,]+\s+CONFIRMED[^"]{1,30}?answers[^"]{1,400}?measured[^"]{1,40}?with[^"]{1,30}?(?:<version>|\d+\.\d+\.\d+)/g,
  /(?<=today is )[\d-]+/g,
  /(?<="certificate": )\{[^}]*\}/g,
];

/** Two processes take turns with the sections, because a command waits for the processes that it starts. */
const runners = [new CommandRunner(), new CommandRunner()] as const;
const transcripts = new Map<string, Promise<Transcript>>();
let server: ModelServer;
const allSectionsMs = 1_200_000;
beforeAll(async () => {
  server = await startModelServer({
    chat(request) {
      const usage = { input: 1_000, output: 50 };
      if (request.model === 'broken') return { status: 401, message: 'wrong key' };
      const seen = ruleRequestOf(request);
      if (seen.purpose === 'support') return { ...entails, usage };
      const { quotes = [], ...found } = steps.model[seen.about] ?? {};
      const quoted = quotes.map((words) => ({ ...seen.quote(words), stance: 'supports' }));
      return { json: ruleAnswer({ ...found, quotes: quoted }), usage };
    },
  });
  for (const [at, [section, all]] of Object.entries(steps.sections).entries())
    transcripts.set(section, recorded(runners[at % 2 === 0 ? 0 : 1], all));
  await Promise.allSettled(transcripts.values());
}, allSectionsMs);
afterAll(async () => {
  for (const runner of runners) runner.stop();
  await server.close();
});
/** The state of each file of a folder that is not in a data folder, by name. */
function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('data'),
  );
  return new Map(
    names.sort().flatMap((name) => {
      const { ino, mtimeMs, size } = statSync(join(folder, name));
      return statSync(join(folder, name)).isFile() ? [[name, `${ino} ${mtimeMs} ${size}`]] : [];
    }),
  );
}

/** The text of a file, or the names of the entries of an archive; nothing of files in folders and of other files. */
async function contentOf(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  if (name.endsWith('.zip')) return [...(await zipParts(readFileSync(path))).keys()].join('\n');
  return /\/|\.(?:pdf|docx|xlsx)$/.test(name) ? '(not shown)' : readFileSync(path, 'utf8');
}

/** Makes a workspace of two people, of which the first is the admin, and returns its id. */
async function shared(folder: string, [first = '', second = '']: string[]): Promise<string> {
  const store = await openStore(readConfig({ DATA_DIR: join(folder, 'data') }), () => {});
  const made = newWorkspace(newObjectId(), first, 'Legal & <Co>', new Date());
  await store.workspaces.insert(withMember(made, { userId: second, role: 'viewer', since: made.createdAt }));
  await store.close();
  return made._id;
}

const binary = async () => ({
  'offer.pdf': await pdfOf([
    'Offer',
    'The customer shall pay each invoice within 14 days.',
    'The hosting fee is EUR 700 per month.',
  ]),
  'terms.docx': readFileSync('samples/annex-b.docx'),
});

/** Runs the steps of a section in a folder of its own, and records them. */
async function recorded(runner: CommandRunner, all: z.output<typeof step>[]): Promise<Transcript> {
  const transcript = new Transcript();
  const folder = workFolder({ ...steps.files, ...(await binary()) });
  const kept = new Map([
    ['url', server.url],
    ['folder', folder.path],
  ]);
  const filled = (text: string) => text.replace(/\$(\w+)/g, (whole, name) => kept.get(name) ?? whole);
  const at = (name: string) => join(folder.path, name);
  for (const step of all) {
    if ('write' in step) for (const [name, text] of Object.entries(step.write)) writeFileSync(at(name), text);
    if ('edit' in step)
      writeFileSync(at(step.edit), readFileSync(at(step.edit), 'utf8').replaceAll(step.from, step.to));
    if ('cut' in step) truncateSync(at(step.cut), 500);
    if ('share' in step) kept.set('workspace', await shared(folder.path, step.share.map(filled)));
    if (!('run' in step)) continue;
    const before = filesIn(folder.path);
    const args = [...filled(step.run).matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, plain = '']) => quoted ?? plain,
    );
    const given = Object.entries(step.env).map(([name, value]) => [name, filled(value)]);
    const env = { ...surroundings, ...Object.fromEntries(given) };
    const { code, stdout, stderr } = await runner.run(args, { cwd: folder.path, env, input: step.in });
    for (const [name, pattern] of Object.entries(step.keep))
      kept.set(name, new RegExp(pattern).exec(stdout)?.[1] ?? '');
    const changed = [...filesIn(folder.path)].filter(([name, state]) => before.get(name) !== state);
    const written = changed.map(async ([name]) => `--- ${name}\n${await contentOf(folder.path, name)}`);
    const parts = [
      `exit ${code}`,
      stdout,
      stderr && `--- stderr\n${stderr}`,
      ...(await Promise.all(written)),
    ];
    const text = [
      ['$ proviso', step.run, ...Object.entries(step.env).map((pair) => pair.join('='))].join(' '),
      parts.filter(Boolean).join('\n'),
    ];
    const [title = '', output = ''] = text.map((one) =>
      one.replaceAll(folder.path, '<folder>').replaceAll(packageVersion(), '<version>'),
    );
    transcript.add(title, output, hidden);
  }
  folder.remove();
  return transcript;
}

const surroundings = { TZ: 'UTC', COLUMNS: '100', DATA_DIR: 'data', SIGNING_SECRET: 's'.repeat(32) };

describe('the command line prints and writes what is recorded', () => {
  it.each(Object.keys(steps.sections))('of %s', async (section) => {
    await (await transcripts.get(section))?.expectAsRecorded(import.meta.dirname, `cli.${section}.txt`);
  });
});
