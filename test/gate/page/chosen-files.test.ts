import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CheckInput,
  chosenFiles,
  droppedFiles,
  inputKey,
  linksFrom,
  withoutRepeats,
} from '../../../dashboard/check/inputs.ts';
import {
  type Check,
  FilesRefused,
  removePastedRules,
  startCheck,
} from '../../../dashboard/check/start-check.ts';
import type { Service } from '../../../dashboard/service/service.ts';
import { createClient } from '../../../src/client/index.ts';
import type { RunningServer } from '../../../src/compose/app.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { password } from '../../support/browser/visit.ts';

const file = (name: string, words = name, type = '') => new File([words], name, { type });
const chosen = (name: string, one = file(name.split('/').at(-1) ?? name)): CheckInput => ({
  ...{ kind: 'file', file: one, name },
});

type Tree = { [name: string]: Tree | File };

/** A dropped file or folder as browsers offer it; a folder gives its entries in parts of two. */
function entryOf(name: string, content: Tree | File, folder = ''): object {
  const fullPath = `${folder}/${name}`;
  if (content instanceof File)
    return { fullPath, isFile: true, isDirectory: false, file: (done: (one: File) => void) => done(content) };
  const entries = Object.entries(content).map(([inner, one]) => entryOf(inner, one, fullPath));
  const createReader = () => {
    const left = [...entries];
    return { readEntries: (done: (part: object[]) => void) => done(left.splice(0, 2)) };
  };
  return { fullPath, isFile: false, isDirectory: true, createReader };
}

/** What the browser gives for a drop. The entry of a file can be missing. */
function dropOf(items: readonly object[]): DataTransfer {
  return Object.assign(Object.create(null), { items });
}
const item = (name: string, content: Tree | File) => ({
  ...{ kind: 'file', webkitGetAsEntry: () => entryOf(name, content), getAsFile: () => null },
});

describe('the files of a drop', () => {
  it('are those in all folders, in the order of their names, without what systems put there', async () => {
    const folder = {
      ...{ 'b10.txt': file('b10.txt'), 'b9.txt': file('b9.txt'), '.DS_Store': file('.DS_Store') },
      ...{ '.git': { config: file('config') }, __MACOSX: { 'b9.txt': file('b9.txt') } },
      ...{
        deep: { 'Thumbs.db': file('Thumbs.db'), 'c.txt': file('c.txt'), deeper: { 'd.txt': file('d.txt') } },
      },
      'desktop.ini': file('desktop.ini'),
    };
    const one = file('one.txt');
    const found = await droppedFiles(
      dropOf([
        item('papers', folder),
        item('a.txt', file('a.txt')),
        item('.DS_Store', file('.DS_Store')),
        { kind: 'string', webkitGetAsEntry: () => null, getAsFile: () => null },
        { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => one },
        { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file('Thumbs.db') },
      ]),
    );
    expect(found.map(({ name }) => name)).toEqual([
      ...['papers/b9.txt', 'papers/b10.txt', 'papers/deep/c.txt', 'papers/deep/deeper/d.txt'],
      ...['a.txt', 'one.txt'],
    ]);
    expect(found.at(-1)?.file).toBe(one);
  });

  it('that were chosen have the path in their folder, and hidden files are left out', () => {
    const withPath = (path: string) =>
      Object.defineProperty(file(path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path });
    const files = [
      withPath('x/a.txt'),
      withPath('x/.hidden'),
      file('b.txt'),
      file('.env'),
      withPath('.x/c.txt'),
    ];
    expect(chosenFiles(files).map(({ name }) => name)).toEqual(['x/a.txt', 'b.txt', '.x/c.txt']);
  });
});

describe('pasted links', () => {
  it('are the words of the text, named without the scheme and the query', () => {
    const text = ' https://example.org/a/b.pdf?x=1\nHTTP://example.org/  ';
    expect(linksFrom(text)).toEqual({
      links: [
        { kind: 'link', url: 'https://example.org/a/b.pdf?x=1', name: 'example.org/a/b.pdf' },
        { kind: 'link', url: 'HTTP://example.org/', name: 'example.org' },
      ],
    });
    expect(linksFrom('')).toEqual({ links: [] });
  });

  it.each(['example.org', 'ftp://example.org', 'https://', 'http://a b'])('do not have %s', (text) => {
    const wrong = text.split(' ').at(-1);
    expect(linksFrom(`https://example.org ${text}`)).toEqual({
      problem: `“${wrong}” is not a link: a link begins with https://.`,
    });
  });
});

it('an input is in the list once: the same file by name and size, link, or text', () => {
  const list: CheckInput[] = [
    ...[chosen('a/b.txt'), chosen('b.txt')],
    { kind: 'link', url: 'https://example.org', name: 'example.org' },
    { kind: 'text', content: 'one', name: 'Text' },
  ];
  const more: CheckInput[] = [
    ...[chosen('b.txt'), chosen('b.txt', file('b.txt', 'longer words'))],
    { kind: 'link', url: 'https://example.org', name: 'other' },
    { kind: 'text', content: 'two', name: 'Text' },
  ];
  expect(withoutRepeats(list, more)).toEqual([...list, more[1], more[3]]);
  expect(new Set([...list, ...more].map(inputKey)).size).toBe(6);
});

describe('a check that is started on the page', () => {
  let server: RunningServer;
  let service: Service;
  beforeAll(async () => {
    server = await startEmptyServer();
    const { _id } = await server.accounts.add({ email: 'ada@example.org', password, name: 'Ada' });
    const { secret: token } = await server.services.tokens.create(unrestricted(_id), { name: 'page' });
    const url = `http://127.0.0.1:${server.port}`;
    const { politics, ...calls } = createClient({ url, token });
    service = { origin: url, ruleSets: politics, ...calls };
  });
  afterAll(() => server.stop());

  const rules = [{ name: 'Rent', description: 'The rent is paid.' }];
  const started = async (inputs: readonly CheckInput[], more: Partial<Check> = {}) => {
    const steps: string[] = [];
    const check = { inputs, rules: { rules }, scope: 'together' as const, ...more };
    const { projectId, runId } = await startCheck(service, check, (words) => steps.push(words));
    const { data: project } = await service.projects.get.query({ id: projectId });
    await service.projects.cancel.mutate({ id: projectId });
    return { steps, project, runId };
  };

  it('uploads each file once, sends links and texts, and starts a run of new rules', async () => {
    const lease = file('lease.pdf', '%PDF-1.7 lease', 'application/pdf');
    const inputs: CheckInput[] = [
      { kind: 'file', file: lease, name: 'x/lease.pdf' },
      { kind: 'file', file: file('wall.png', 'png', 'image/png'), name: 'wall.png' },
      { kind: 'file', file: file('call.mp3', 'mp3', 'audio/mpeg'), name: 'call.mp3' },
      { kind: 'file', file: file('film.mp4', 'mp4', 'video/mp4'), name: 'film.mp4' },
      { kind: 'link', url: 'https://example.org/a.pdf', name: 'example.org/a.pdf' },
      { kind: 'text', content: 'The rent is paid.', name: 'Pasted' },
    ];
    const { steps, project, runId } = await started(inputs, { scope: 'each' });
    expect(steps).toEqual([...[1, 2, 3, 4].map((at) => `Uploading ${at} of 6`), 'Starting the check']);
    expect(project).toMatchObject({
      ...{ name: 'lease and 5 more', description: 'lease and 5 more', status: 'deploying', scope: 'each' },
      runs: [{ _id: runId }],
    });
    expect(project.files.map(({ name, type }) => [name, type])).toEqual([
      ...[
        ['x/lease.pdf', 'document'],
        ['wall.png', 'photo'],
        ['call.mp3', 'audio'],
        ['film.mp4', 'video'],
      ],
      ...[
        ['example.org/a.pdf', 'url'],
        ['Pasted', 'document'],
      ],
    ]);
    const { data: ruleSet } = await service.ruleSets.get.query({ id: project.politicsId });
    expect(ruleSet).toMatchObject({ name: 'Rules for lease and 5 more', rules });
    const again = await started([{ kind: 'file', file: lease, name: 'lease.pdf' }], {
      ...{ rules: { ruleSetId: ruleSet._id }, name: 'Mine', description: 'Of May' },
    });
    expect(again.steps).toEqual(['Uploading lease.pdf', 'Starting the check']);
    expect(again.project).toMatchObject({
      ...{ name: 'Mine', description: 'Of May', politicsId: ruleSet._id, scope: 'together' },
      files: [{ url: project.files[0]?.url }],
    });
  });

  it('leaves no pasted rules behind when they are removed, unless they were changed or written for more', async () => {
    const made = async (description: string) =>
      (await service.ruleSets.create.mutate({ name: 'n', description, rules })).data._id;
    const [pasted, changed, own] = [
      await made('Pasted to check a'),
      await made('Pasted to check b'),
      await made('c'),
    ];
    await service.ruleSets.update.mutate({ id: changed, name: 'Mine' });
    for (const id of [pasted, pasted, changed, own]) await removePastedRules(service, id);
    const { data } = await service.ruleSets.list.query({ pageSize: 100 });
    const left = data.map(({ _id }) => _id);
    expect([pasted, changed, own].map((id) => left.includes(id))).toEqual([false, true, true]);
  });

  it.each<[string, string[]]>([
    ['a', ['a.txt']],
    ['papers', ['papers/a.txt', 'papers/b.txt']],
    ['a', ['papers/a.txt']],
    ['a and 1 more', ['papers/a.txt', 'other/b.txt']],
    ['2026.report', ['2026.report.pdf']],
  ])('is named “%s” for %j', async (name, names) => {
    expect((await started(names.map((one) => chosen(one)))).project.name).toBe(name);
  });

  it('is not started if an input is refused, and every refused input is named with the reason', async () => {
    const count = async () => (await service.projects.list.query({})).total;
    const before = await count();
    const inputs: CheckInput[] = [
      chosen('good.txt'),
      { kind: 'link', url: 'http://127.0.0.1/private', name: 'private' },
      { kind: 'link', url: 'https://user:word@example.org/a', name: 'with a password' },
    ];
    const refused = await started(inputs).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FilesRefused);
    if (!(refused instanceof FilesRefused)) return;
    expect([...refused.reasons.keys()]).toEqual(inputs.slice(1).map(inputKey));
    expect(refused.message).toMatch(/^2 of the files cannot be checked\./);
    const empty: CheckInput = { kind: 'file', file: file('empty.pdf', ''), name: 'empty.pdf' };
    await expect(started([empty, chosen('b.txt')])).rejects.toMatchObject({
      reasons: new Map([[inputKey(empty), expect.any(String)]]),
    });
    expect(await count()).toBe(before);
  });
});
