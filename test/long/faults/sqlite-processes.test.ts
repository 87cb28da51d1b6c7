import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { aPolitics, owner } from '../../support/records.ts';

const writer = join(import.meta.dirname, 'sqlite-writer.ts');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proviso-processes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function startWriter(id: string, name: string, count: number): ChildProcess {
  const args = ['--import', 'tsx', writer, folder, owner.userId, id, name, String(count)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/**
 * The names of the rules in a rule set, and the number of rule sets as the store's total and as the length of the list.
 */
async function written(id: string): Promise<{ rules: string[]; total: number; counted: number }> {
  const store = openSqliteStore(folder);
  const politics = await store.politics.get(owner.userId, id);
  const { total } = await store.politics.list(owner.userId, { page: 1, pageSize: 1 });
  let counted = 0;
  for await (const { kind } of store.transfer.all()) if (kind === 'politics') counted += 1;
  await store.close();
  return { rules: politics?.rules.map((rule) => rule.name) ?? [], total, counted };
}

async function storedRuleSet(): Promise<string> {
  const store = openSqliteStore(folder);
  const politics = aPolitics({ rules: [] });
  await store.politics.insert(politics);
  await store.close();
  return politics._id;
}

it('the store loses no change and counts correctly if several processes write at once', async () => {
  const _id = await storedRuleSet();
  const ended = ['a', 'b', 'c'].map((name) => once(startWriter(_id, name, 50), 'exit'));
  expect(await Promise.all(ended)).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);
  const { rules, total, counted } = await written(_id);
  expect(new Set(rules).size).toBe(150);
  expect([total, counted]).toEqual([151, 151]);
});

it('the store has every acknowledged change and the right total after the writing process was killed', async () => {
  const _id = await storedRuleSet();
  const child = startWriter(_id, 'k', 100_000);
  const acknowledged: string[] = [];
  if (child.stdout === null) throw new Error('the writing process must have an output');
  for await (const line of createInterface(child.stdout)) {
    acknowledged.push(line);
    if (acknowledged.length === 20) child.kill('SIGKILL');
  }
  const { rules, total, counted } = await written(_id);
  expect(rules.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(rules.length - acknowledged.length).toBeLessThanOrEqual(1);
  expect(total).toBe(counted);
  expect(total).toBeGreaterThan(acknowledged.length);
});

it('no change is lost if a process opened the folder twice and another process opened and closed it meanwhile', async () => {
  const first = openSqliteStore(folder);
  const store = openSqliteStore(folder);
  const { _id } = aPolitics();
  await store.politics.insert(aPolitics({ _id, rules: [] }));
  // If no lock were held here, this process would remove the write-ahead log when it closes the store.
  expect(await once(startWriter(_id, 'a', 1), 'exit')).toEqual([0, null]);
  await store.politics.update(owner.userId, _id, (current) => ({ ...current, name: 'changed' }));
  const read = await first.politics.get(owner.userId, _id);
  expect(read).toMatchObject({ name: 'changed', rules: [{ name: 'a 0' }] });
  expect(existsSync(join(folder, 'proviso.db-wal'))).toBe(true);
  await Promise.all([first.close(), store.close()]);
});

it('the schema is created once if several processes open a new folder at the same time', async () => {
  const ended = ['a', 'b', 'c'].map((name) => once(startWriter('none', name, 0), 'exit'));
  expect(await Promise.all(ended)).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);
});
