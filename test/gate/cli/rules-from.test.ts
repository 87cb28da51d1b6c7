import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CommandRunner, type Ended, pdfOf, workFolder } from './command.ts';

const first = `1 Passwords
1.1 Choosing
Passwords must be at least 12 characters long.
Staff should use a password manager.
1.2 Sharing
Staff shall not share passwords.
`;
const second = `${first.replace('12 characters', '14 characters')}1.3 Storage
Staff shall not print passwords.
`;

const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
/** What the command prints that writes the rules of the first version to a file. */
let written: Ended;
beforeAll(async () => {
  folder = workFolder({
    'policy.pdf': await pdfOf(['Passwords must be at least 12 characters long.']),
    'first.txt': first,
    'second.txt': second,
    'broken.pdf': '%PDF-1.7 and nothing else',
    'document.txt': 'Passwords are at least 12 characters long.\n\nStaff shall not share passwords.\n',
    'own.yaml': '- name: Mine\n  description: The Supplier shall have insurance.\n',
  });
  written = await from('first.txt', '--out', 'earlier.yaml');
});
afterAll(() => {
  runner.stop();
  folder.remove();
});

const from = (...args: string[]) => runner.run(['rules', 'from', ...args], { cwd: folder.path });
const fileSchema = z.object({
  rules: z.array(z.looseObject({ id: z.string(), source: z.looseObject({ quote: z.string() }) })),
  leftOut: z.array(z.object({ quote: z.string(), reason: z.string() })),
});

describe('proviso rules from', () => {
  it('writes rules and what is left out as JSON, which check accepts as rules', async () => {
    const { stdout, stderr, code } = await from('first.txt', '--format', 'json');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('3 normative sentences: 2 rules, 1 left out (1 recommendation)');
    const { rules, leftOut } = fileSchema.parse(JSON.parse(stdout));
    expect(rules.map(({ id }) => id)).toEqual(['1.1-1', '1.2-1']);
    expect(leftOut.map(({ reason }) => reason)).toEqual(['recommendation']);
    writeFileSync(join(folder.path, 'rules.json'), stdout);
    const checked = await runner.run(['check', 'document.txt', '--rules', 'rules.json'], {
      cwd: folder.path,
    });
    expect(checked.code, checked.stderr).toBe(0);
  });

  it('writes YAML with what is left out as comments', () => {
    expect(written).toMatchObject({ code: 0, stdout: '' });
    const text = readFileSync(join(folder.path, 'earlier.yaml'), 'utf8');
    expect(text).toContain('# recommendation (first.txt, clause 1.1): Staff should use a password manager.');
    expect(text).toContain('clause: "1.2"');
  });

  it('writes CSV with a row for every normative sentence', async () => {
    const { stdout } = await from('first.txt', '--format', 'csv');
    const rows = stdout.trim().split(/\r?\n/);
    expect(rows).toHaveLength(4);
    expect(rows[3]).toContain('recommendation');
  });

  it('shows a table with places and descriptions', async () => {
    const { stdout } = await from('policy.pdf', '--format', 'table');
    expect(stdout).toContain('policy.pdf, page 1');
    expect(stdout).toContain('Passwords must be at least 12 characters long.');
    expect(stdout).toContain('1 normative sentence: 1 rule, 0 left out');
  });

  it('exits with 2 if a file does not exist, and with 3 if no file can be read', async () => {
    const missing = await from('nothing.pdf');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('nothing.pdf')]);
    const broken = await from('broken.pdf');
    expect(broken.code).toBe(3);
    expect(broken.stdout).toContain('# Not read: broken.pdf');
  });

  it('exits with 0 if one of several files cannot be read, and names that file', async () => {
    const { code, stdout, stderr } = await from('broken.pdf', 'first.txt');
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('# Not read: broken.pdf');
    expect(stdout).toContain('Staff shall not share passwords.');
  });

  it('exits with 2 and names the option at a limit', async () => {
    const { code, stderr } = await from('first.txt', '--max-sentences', '1');
    expect([code, stderr]).toEqual([2, expect.stringContaining('The option is --max-sentences.')]);
  });
});

describe('proviso rules from --since', () => {
  it('keeps ids and what the author added, and shows what changed', async () => {
    const text = readFileSync(join(folder.path, 'earlier.yaml'), 'utf8');
    const edited = text.replace('  - id: 1.1-1', '  - severity: high\n    id: 1.1-1');
    writeFileSync(join(folder.path, 'edited.yaml'), edited);
    const { stderr, code } = await from('second.txt', '--since', 'edited.yaml', '--out', 'later.yaml');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('Since edited.yaml: 1 rule new, 1 changed, 0 moved, 0 gone, 1 unchanged');
    const later = readFileSync(join(folder.path, 'later.yaml'), 'utf8');
    expect(later).toContain('# changed: Passwords must be at least [-12-] {+14+} characters long');
    expect(later).toContain('severity: high');
  });

  it('compares two documents, and shows only what differs in a table', async () => {
    const { stdout, code } = await from('second.txt', '--since', 'first.txt', '--format', 'table');
    expect(code).toBe(0);
    expect(stdout).toContain('changed  1.1-1  second.txt, clause 1.1');
    expect(stdout).toContain('new  1.3-1');
    expect(stdout).not.toContain('1.2-1');
  });

  it('has the differences in JSON and in CSV', async () => {
    const json = await from('first.txt', '--since', 'second.txt', '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      comparison: { since: 'second.txt', counts: { gone: 1, changed: 1, unchanged: 1 } },
    });
    const { stdout } = await from('first.txt', '--since', 'second.txt', '--format', 'csv');
    const kinds = stdout
      .trim()
      .split(/\r?\n/)
      .map((row) => /,(changed|unchanged|gone|change|),[^,]*$/.exec(row)?.[1]);
    expect(kinds).toEqual(['change', 'changed', 'unchanged', 'gone', '']);
  });

  it('refuses an earlier version that cannot be compared, and a file that cannot be read', async () => {
    const own = await from('second.txt', '--since', 'own.yaml');
    expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('no rule of own.yaml has a source')]);
    const broken = await from('second.txt', 'broken.pdf', '--since', 'first.txt');
    expect([broken.code, broken.stdout]).toEqual([2, '']);
    expect(broken.stderr).toContain('broken.pdf could not be read');
    const same = await from('second.txt', '--since', 'own.yaml', '--out', 'own.yaml');
    expect([same.code, same.stderr]).toEqual([2, expect.stringContaining('would replace a file')]);
  });
});
