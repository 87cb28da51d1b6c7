import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { resultSchema } from '../../../engine/model/result.ts';
import { caseReaders } from '../../../src/cli/eval/checking.ts';
import { readCases } from '../../../src/eval/cases/read-cases.ts';
import { proviso, workFolder } from '../cli/command.ts';

const sentence = 'The Tenant shall pay a deposit of two monthly rents.';

const folder = workFolder({
  'flat.txt': `Tenancy agreement\n\n${sentence}\nThe Tenant may keep a dog in the flat.\n`,
  'rules.json': JSON.stringify([
    { name: 'Deposit', description: 'The Tenant shall pay a deposit of two monthly rents.' },
    { name: 'Pets', description: 'The Tenant may keep a cat in the flat.' },
    { name: 'Lift', description: 'The Landlord shall have the lift inspected.', ifAbsent: 'violated' },
  ]),
});
const { stdout } = await proviso(['check', 'flat.txt', '--rules', 'rules.json', '--format', 'json'], {
  cwd: folder.path,
});
const result = resultSchema.parse(JSON.parse(stdout));
const [deposit, , lift] = result.findings;
const by = { by: 'a person', at: new Date(0).toISOString() };
if (deposit?.label && lift?.label) {
  deposit.review = { label: deposit.label, reason: 'It says so.', ...by };
  lift.review = { label: 'NOT FOUND', reason: 'There is no lift.', ...by };
}
writeFileSync(join(folder.path, 'run.json'), JSON.stringify(result));
afterAll(() => folder.remove());

async function draft(...args: string[]): Promise<string> {
  const { code, stderr } = await proviso(
    ['eval', 'new', 'run.json', 'flat.txt', '--out', 'flat.yaml', ...args],
    {
      cwd: folder.path,
    },
  );
  expect(code, stderr).toBe(0);
  return readFileSync(join(folder.path, 'flat.yaml'), 'utf8');
}

const file = () => join(folder.path, 'flat.yaml');

describe('proviso eval new', () => {
  it('drafts a case that cannot be run until a person has filled in the answers', async () => {
    const text = await draft();
    expect(text.match(/FILL_IN/g)).toHaveLength(2);
    await expect(readCases([file()], caseReaders)).rejects.toMatchObject({ code: 'bad_case' });
    writeFileSync(file(), text.replace('FILL_IN', 'NOT FOUND').replace('FILL_IN', 'undetermined'));
    const [made] = await readCases([file()], caseReaders);
    expect(made).toMatchObject({
      rules: [{ name: 'Deposit' }, { name: 'Pets' }, { name: 'Lift', ifAbsent: 'violated' }],
      expected: [
        { label: result.findings[0]?.label, outcome: result.findings[0]?.outcome, why: 'It says so.' },
        { label: 'NOT FOUND', outcome: 'undetermined' },
        { label: 'NOT FOUND', outcome: 'violated', why: 'There is no lift.' },
      ],
    });
    expect(made?.expected[0]?.pages).toEqual([{ file: 'flat.txt', line: 3 }]);
  });

  it('shows the machine’s answer for each finding without a review, but no machine answers with --blind', async () => {
    const pets = result.findings[1];
    const quote = pets?.citations[0]?.quote ?? '';
    expect(quote).not.toBe('');
    const open = await draft();
    expect(open).toContain(`# machine answer: ${pets?.label} ${pets?.outcome}`);
    expect(open).toContain(quote);
    const blind = await draft('--blind');
    expect(blind).not.toContain('machine');
    expect(blind).not.toContain(quote);
    expect(blind).not.toContain(String(pets?.label));
  });

  it('names a missing file of the run', async () => {
    const { code, stderr } = await proviso(['eval', 'new', 'run.json', 'rules.json'], { cwd: folder.path });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('flat.txt') });
  });
});
