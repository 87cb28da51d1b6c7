import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startModelServer } from '../../support/model-server/model-server.ts';
import { proposingModel } from '../../support/proposing-model.ts';
import { commentsOf, contentOf } from '../../support/tracked-changes.ts';
import { makeDocx, paragraph } from '../engine/load/support/make-zip.ts';
import { CommandRunner, workFolder } from './command.ts';

const clauses = [
  'Every invoice must be paid within forty-five (45) days of receipt.',
  'The supplier must hold a liability insurance.',
  'Backups must be kept for at least 6 months.',
];
const rules = [
  'Payment: Every invoice must be paid within 30 days of receipt.',
  'Insurance: The supplier must hold no liability insurance.',
  'Backups: Backups must be kept for at least 12 months.',
]
  .map((rule) => `  - { name: ${rule.replace(': ', ', description: ')} }`)
  .join('\n');

const pollution = 'The Tenant shall repaint every facade.';
const note = 'the document does not have the words “Tenant”: use its own names';

const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
beforeAll(() => {
  folder = workFolder({
    'lease.docx': Buffer.from(makeDocx(clauses.map((one) => paragraph(one)).join(''))),
    'kept.txt': 'Every invoice must be paid within 30 days of receipt.\n',
    'lease.txt': clauses.join('\n\n'),
    'rules.yaml': `rules:\n${rules}\n`,
    'missing.yaml': `rules:\n  - { name: Pollution, description: ${pollution}, wording: ${pollution} }\n`,
  });
});
afterAll(() => {
  runner.stop();
  folder.remove();
});

const redline = (...args: string[]) =>
  runner.run(['redline', '--rules', 'rules.yaml', ...args], { cwd: folder.path });
const read = (name: string) => readFileSync(join(folder.path, name));

it('proviso redline writes the changes that mend their rules into a new Word file, and a comment on what it cannot mend', async () => {
  const before = read('lease.docx');
  const { stdout, code } = await redline('lease.docx', '--out', 'redlined.docx');
  expect(code).toBe(0);
  expect(stdout).toContain('+ Every invoice must be paid within thirty (30) days of receipt.');
  expect(stdout).toContain('+ Backups must be kept for at least 12 months.');
  expect(stdout).toContain(
    'Not offered: no number in the cited words decides the rule, so a person has to write the change.',
  );
  expect(stdout).toMatch(/3 findings need a change; 2 offered\n$/);
  expect(read('lease.docx')).toEqual(before);
  const after = read('redlined.docx');
  expect(contentOf(after, 'accept').join('')).toMatch(/thirty \(30\) days.*12 months/);
  expect(contentOf(after, 'reject')).toEqual(contentOf(before, 'reject'));
  expect(commentsOf(after)).toHaveLength(3);
});

it('proviso redline changes only for the rules that --accept names', async () => {
  const { stdout, code } = await redline(
    'lease.docx',
    '--out',
    'one.docx',
    '--accept',
    'Backups',
    '--format',
    'json',
  );
  expect(code).toBe(0);
  const { findings } = JSON.parse(stdout);
  expect(findings).toMatchObject([
    {
      rule: { name: 'Backups' },
      changes: [
        { file: 'lease.docx', quote: clauses[2], becomes: 'Backups must be kept for at least 12 months.' },
      ],
      ...{ offered: true, withheld: null },
      before: { outcome: 'violated' },
      after: { outcome: 'satisfied' },
    },
  ]);
  expect(contentOf(read('one.docx'), 'accept').join('')).toContain('forty-five (45)');
});

it('proviso redline lists the changes of other files, and writes none of them', async () => {
  const { stdout, code } = await redline('lease.txt');
  expect([code, stdout.includes('+ Every invoice must be paid within thirty (30) days of receipt.')]).toEqual(
    [0, true],
  );
  const kept = await redline('kept.txt');
  expect([kept.code, kept.stdout]).toEqual([0, '0 findings need a change; 0 offered\n']);
  for (const args of [
    ['lease.txt', '--out', 'lease2.docx'],
    ['lease.docx', '--out', 'lease.docx'],
    ['lease.docx', '--accept', 'Rent'],
  ])
    expect((await redline(...args)).code, args.join(' ')).toBe(2);
});

it('proviso redline inserts the wording of a rule that is not found, after the paragraph that --after names', async () => {
  const before = read('lease.docx');
  const args = ['lease.docx', '--rules', 'missing.yaml', '--after', 'liability insurance'];
  const { stdout, code } = await redline(...args, '--out', 'inserted.docx');
  expect(code).toBe(0);
  expect(stdout).toContain(
    `a new paragraph after\n    ${clauses[1]}\n    + ${pollution}\n    Before you accept: ${note}.`,
  );
  expect(stdout).toMatch(
    /○ NOT FOUND → ✓ satisfied {2}● CONFIRMED[\s\S]*1 finding needs a change; 1 offered\n$/,
  );
  const after = read('inserted.docx');
  expect(contentOf(after, 'accept').join('')).toMatch(/liability insurance\.<.*repaint.*6 months/);
  expect(contentOf(after, 'reject')).toEqual(contentOf(before, 'reject'));
  expect(commentsOf(after).map(({ text }) => text)).toEqual([
    `“Pollution” is undetermined (NOT FOUND): ${pollution} Before you accept: ${note}.`,
  ]);
  const listed = await redline('lease.txt', ...args.slice(1), '--format', 'json');
  const { findings } = JSON.parse(listed.stdout);
  expect(findings).toMatchObject([
    {
      offered: true,
      before: { label: 'NOT FOUND' },
      after: { outcome: 'satisfied' },
      changes: [{ file: 'lease.txt', inserted: pollution, note }],
    },
  ]);
  const [{ quote, becomes }] = findings[0].changes;
  expect(becomes).toBe(`${quote}\n${pollution}`);
  const unknown = await redline('lease.docx', '--rules', 'missing.yaml', '--after', 'garden');
  expect(unknown.stdout).toContain('Not offered: no paragraph has “garden”');
});

it('proviso redline asks the model for a sentence with --propose alone, and refuses that without a model', async () => {
  const [, old = ''] = clauses;
  const becomes = old.replace('must hold a', 'must hold no');
  const server = await startModelServer({ chat: proposingModel(old, { json: { sentence: becomes } }) });
  const args = ['lease.docx', '--accept', 'Insurance'];
  const model = ['--model', 'test-model', '--base-url', server.url];
  try {
    const { stdout } = await redline(...args, ...model, '--propose', '--out', 'proposed.docx');
    expect(stdout).toContain(
      `+ ${becomes}\n    Before you accept: a model proposed this sentence, so read it first.`,
    );
    expect(stdout).toMatch(/1 finding needs a change; 1 offered\n$/);
    expect(contentOf(read('proposed.docx'), 'accept').join('')).toContain(becomes);
    const asked = server.requests.length;
    expect((await redline(...args, ...model)).stdout).toContain('Not offered: no number in the cited words');
    expect(server.requests.slice(asked).map(({ schemaName }) => schemaName)).not.toContain(
      'redline_sentence',
    );
  } finally {
    await server.close();
  }
  const { code, stderr } = await redline(...args, '--propose');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('--propose needs a language model: set it with --model or MODEL'),
  ]);
});
