import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Caller, callerOf } from '../../support/faults/caller.ts';
import { newToken, type Served, serve } from '../../support/served.ts';
import { waitUntil } from '../../support/wait.ts';

const dayMs = 24 * 60 * 60 * 1000;
const wantsAll = process.env.PROVISO_FAULTS === 'all';
const listed = z.object({
  data: z.array(z.object({ name: z.string(), files: z.array(z.object({ url: z.string() })) })),
});

describe.skipIf(!wantsAll)('a server that is killed during the creation of a project with texts', () => {
  let folder = '';
  let token = '';
  let server: Served;

  async function started(): Promise<Caller> {
    server = await serve(folder);
    return callerOf(server.address, token);
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'proviso-killed-'));
    token = newToken(folder);
  });
  afterEach(() => server.powerOff());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const large = 'All records are kept for two years. '.repeat(100_000);
  it.each<[string, string[], () => boolean]>([
    ['while its text is being written', [large], () => unfinished().length > 0],
    ['after its text has been written', [large], () => finished().length > finishedBefore],
    [
      'after some of its texts have been written',
      Array.from({ length: 50 }, (_, at) => `Text ${at}`),
      () => finished().length > finishedBefore + 20,
    ],
  ])(
    'leaves a complete project or none, and no stray file after the cleanup, if it is killed %s',
    async (_, texts, there) => {
      const before = await started();
      finishedBefore = finished().length;
      const about = { name: `${texts.length} texts`, description: 'd' };
      const politics = await before.send('POST', '/politics', {
        ...about,
        rules: [{ name: 'Kept', description: 'Records are kept.' }],
      });
      const politicsId = z.object({ data: z.object({ _id: z.string() }) }).parse(politics.body).data._id;
      const files = texts.map((content, at) => ({ type: 'text', name: `text ${at}.txt`, content }));
      const answer = before.send('POST', '/projects', { ...about, politicsId, files }).catch(() => null);
      await waitUntil(there);
      await server.powerOff();
      const wasMade = (await answer)?.status === 201;

      for (const asset of finished()) letADayPass(asset);
      for (const draft of unfinished()) letADayPass(draft);
      const after = await started();
      await waitUntil(() => server.wording().includes('housekeeping finished'));
      const projects = listed.parse((await after.send('GET', '/projects?pageSize=100')).body).data;
      const made = projects.find((project) => project.name === about.name);
      if (wasMade) expect(made).toBeDefined();
      for (const project of projects) expect(project.files).toHaveLength(Number.parseInt(project.name, 10));
      const contents = await Promise.all((made?.files ?? []).map(({ url }) => contentOf(url)));
      expect(contents).toEqual(made ? texts : []);
      const used = projects.flatMap((project) => project.files.map(({ url }) => idIn(url)));
      expect(finished().map(idOf).toSorted()).toEqual(used.toSorted());
      expect(unfinished()).toEqual([]);
      process.stderr.write(`killed: ${made ? 'the project was complete' : 'there was no project'}\n`);
    },
  );

  let finishedBefore = 0;

  const unfinished = () => pathsIn(join(folder, 'assets', 'unfinished'));
  const finished = () =>
    pathsIn(join(folder, 'assets'))
      .filter((path) => !path.endsWith('unfinished'))
      .flatMap(pathsIn);

  async function contentOf(url: string): Promise<string> {
    return (await fetch(`${server.address}${new URL(url).pathname}`)).text();
  }
});

function pathsIn(path: string): string[] {
  return existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : [];
}

const idIn = (url: string) => new URL(url).pathname.split('/')[2];
const idOf = (path: string) => path.split('/').at(-1);

/** Makes a stored file a day older, whether it is finished or not. */
function letADayPass(path: string): void {
  const past = new Date(Date.now() - dayMs - 60_000);
  const note = join(path, 'asset.json');
  if (existsSync(note)) {
    const known = z.looseObject({ createdAt: z.string() }).safeParse(parsed(readFileSync(note, 'utf8')));
    if (known.success) writeFileSync(note, JSON.stringify({ ...known.data, createdAt: past.toISOString() }));
  }
  for (const entry of [...pathsIn(path), path]) utimesSync(entry, past, past);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
