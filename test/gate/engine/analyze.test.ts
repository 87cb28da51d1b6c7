import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultLimits, type Job } from '../../../engine/job.ts';
import { resultSchema } from '../../../engine/model/result.ts';
import { analyzeInto } from '../../../engine/pipeline.ts';
import type { FindingKeeper } from '../../../engine/run-findings.ts';
import { canonical } from '../../../tools/canonical/canonical.ts';
import { folderWith, jobOf, run, testPorts } from '../../support/job.ts';

const contract = `# Services

The Supplier shall keep all records for at least seven years after the end of the agreement.

# Notices

Either party may end this agreement by giving 60 days' written notice.
`;
const other = `# Offices

The Supplier keeps its main office in Lyon and may open further offices.
`;
const policy = `# Records

Suppliers must keep records for at least seven years.
`;
const rules = [
  { name: 'Record keeping', description: 'The supplier must keep all records for at least seven years.' },
  { name: 'Aircraft', description: 'Helicopters must be repainted in the colours of the airline.' },
];

const folder = await folderWith({
  'contract.md': contract,
  'copy.md': contract,
  'offices.md': other,
  'policy.md': policy,
  'empty.pdf': '',
});
afterAll(() => folder.dispose());

function job(change: Partial<Parameters<typeof jobOf>[0]> = {}) {
  return jobOf({ rules, inputs: ['contract.md', 'offices.md'], folder: folder.path, ...change });
}

describe('analyze', () => {
  test('returns one finding for each rule, in the order of the rules, as the result schema requires', async () => {
    const { result } = await run(job());
    expect(resultSchema.parse(result)).toEqual(result);
    expect(result.findings.map(({ rule }) => rule.name)).toEqual(['Record keeping', 'Aircraft']);
    expect(result.findings[0]?.citations[0]?.quote).toContain('at least seven years');
    expect(result.findings[1]?.label).toBe('NOT FOUND');
  });

  test('reports each finding as soon as it is made', async () => {
    const { result, events } = await run(job());
    const reported = events.flatMap((event) => (event.type === 'finding' ? [event.finding] : []));
    expect(reported).toEqual(result.findings);
  });

  test('reports each finding with its index, and does not read the findings back if no output is to be created', async () => {
    const wanted = job({ scope: 'each' });
    const { result } = await run(wanted);
    const given = new Map<number, string>();
    const keeper: FindingKeeper = {
      keep: (finding, place) => given.set(place, finding.id),
      all: () => Promise.reject(new Error('no output is created from the findings')),
    };
    const options = { signal: new AbortController().signal, onEvent: () => {} };
    const head = await analyzeInto(keeper, wanted, testPorts(), options);
    expect(result.findings.map((_, place) => given.get(place))).toEqual(result.findings.map(({ id }) => id));
    expect(head).toMatchObject({ counts: result.counts, incomplete: result.incomplete, usage: result.usage });
  });

  test('never bases a finding on a knowledge file', async () => {
    const { result } = await run(job({ inputs: ['offices.md'], knowledge: ['policy.md'] }));
    const [finding] = result.findings;
    expect(finding?.citations.every(({ source }) => source.role === 'input')).toBe(true);
    expect(finding?.outcome).toBe('undetermined');
    expect(result.findings[0]?.basis[0]?.source.name).toBe('policy.md');
  });

  test('keeps the findings of an earlier attempt and computes only the missing ones', async () => {
    const first = await run(job());
    const earlier = first.result.findings.slice(0, 1);
    const second = await run(job({ earlier }));
    const reported = second.events.filter((event) => event.type === 'finding');
    expect(reported).toHaveLength(1);
    expect(canonical(second.result)).toBe(canonical(first.result));
  });

  test('rejects with the reason of its aborted signal', async () => {
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await expect(run(job(), testPorts(), stop.signal)).rejects.toThrow('enough');
  });
});

describe('equal jobs', () => {
  test('return equal canonical results', async () => {
    const [one, two] = [await run(job()), await run(job())];
    expect(canonical(one.result)).toBe(canonical(two.result));
  });

  test('return the same findings whatever the order of the files', async () => {
    const one = await run(job({ inputs: ['contract.md', 'offices.md', 'copy.md'] }));
    const two = await run(job({ inputs: ['copy.md', 'offices.md', 'contract.md'] }));
    expect(canonical(one.result)).toBe(canonical(two.result));
  });
});

describe('a run that checks each file separately', () => {
  test('cites only the checked file in each finding, and its counts are the sums of the counts of all files', async () => {
    const { result } = await run(job({ scope: 'each', inputs: ['contract.md', 'copy.md', 'offices.md'] }));
    expect(result.findings.map(({ rule }) => rule.index)).toEqual([0, 0, 0, 1, 1, 1]);
    const kept = result.findings.filter(({ rule }) => rule.name === 'Record keeping');
    for (const finding of kept) {
      const own = finding.citations.map(({ source }) => source.fileIndex);
      expect(new Set(own).size).toBeLessThanOrEqual(1);
      if (finding.subject.kind === 'file')
        expect(own.every((index) => index === kept.indexOf(finding))).toBe(true);
    }
    const subjects = Object.values(result.counts.bySubject);
    expect(subjects).toHaveLength(3);
    const notFound = subjects.reduce((sum, { labels }) => sum + labels['NOT FOUND'], 0);
    expect(notFound).toBe(result.counts.labels['NOT FOUND']);
  });
});

describe('a run that checks each of many files separately', () => {
  const count = 8 * availableParallelism();
  const names = Array.from({ length: count }, (_, at) => `${String(at).padStart(4, '0')}.md`);
  let many: Awaited<ReturnType<typeof folderWith>>;
  beforeAll(async () => {
    many = await folderWith(Object.fromEntries(names.map((name) => [name, `${contract}\n${name}\n`])));
  });
  afterAll(() => many.dispose());

  test('returns findings about the first files while the last files are still unread', async () => {
    const wanted = jobOf({ rules, inputs: names, folder: many.path, scope: 'each' });
    const { result, events } = await run(wanted);
    const answered = events.findIndex((event) => event.type === 'finding');
    const begun = events.slice(0, answered).filter(({ type }) => type === 'file_started');
    expect(begun.length).toBeLessThan(count / 2);
    expect(result.findings).toHaveLength(count * rules.length);
    expect(result.files.map(({ name }) => name)).toEqual(names);
  });

  test('returns the same findings about a file wherever the file is in the list', async () => {
    const backwards = jobOf({ rules, inputs: names.toReversed(), folder: many.path, scope: 'each' });
    const [one, two] = [
      await run(jobOf({ rules, inputs: names, folder: many.path, scope: 'each' })),
      await run(backwards),
    ];
    expect(two.result.files.map(({ name }) => name)).toEqual(names.toReversed());
    expect(canonical(two.result)).toBe(canonical(one.result));
  });
});

describe('a file that cannot be read', () => {
  test('is named with the reason, and every NOT FOUND says that its search was incomplete', async () => {
    const { result } = await run(job({ inputs: ['contract.md', 'empty.pdf'] }));
    expect(result.files.find(({ name }) => name === 'empty.pdf')).toMatchObject({
      status: 'failed',
      reason: 'empty_file',
    });
    expect(result.incomplete).toBe(true);
    const absent = result.findings.find(({ label }) => label === 'NOT FOUND');
    expect(absent?.search).toMatchObject({ complete: false, filesSearched: 1, filesTotal: 2 });
    expect(absent?.search.unread).toEqual([{ name: 'empty.pdf', reason: 'empty_file' }]);
  });

  test('leaves the search of every file incomplete if it is a knowledge file', async () => {
    const { result } = await run(job({ knowledge: ['empty.pdf'], scope: 'each' }));
    const absent = result.findings.filter(({ label }) => label === 'NOT FOUND');
    expect(absent.map(({ search }) => search.unread.map(({ name }) => name))).toEqual(
      Array(absent.length || 1).fill(['empty.pdf']),
    );
  });

  test('leaves every rule not assessed if no other file could be read', async () => {
    const { result } = await run(job({ inputs: ['empty.pdf'] }));
    for (const finding of result.findings) {
      expect(finding).toMatchObject({ assessed: false, label: null, notAssessedReason: 'nothing_readable' });
    }
  });
});

describe('the files that exceed the limit of pages', () => {
  const limits = { ...defaultLimits, pages: 1 };
  const readOf = async (inputs: Job['inputs']) => {
    const { result } = await run({ ...job({ scope: 'each', limits }), inputs });
    return result.files.map(({ status, name, fileIndex }) => [status, name, inputs[fileIndex]?.ref]);
  };

  test('are the last ones by name, whatever the order in which the files were given', async () => {
    const inputs = job({ inputs: ['contract.md', 'offices.md'] }).inputs;
    const read = await readOf(inputs);
    expect(read.map(([status, name]) => [status, name])).toEqual([
      ['read', 'contract.md'],
      ['failed', 'offices.md'],
    ]);
    expect((await readOf(inputs.toReversed())).toReversed()).toEqual(read);
  });

  test('are the last ones by content among files of the same name', async () => {
    const inputs = job({ inputs: ['offices.md', 'contract.md'] }).inputs.map((file) => ({
      ...file,
      name: 'scan.md',
    }));
    const read = await readOf(inputs);
    expect(read.map(([status]) => status).toSorted()).toEqual(['failed', 'read']);
    expect((await readOf(inputs.toReversed())).toReversed()).toEqual(read);
  });
});

describe('a run without files', () => {
  test.each(['together', 'each'] as const)(
    'leaves every rule NOT FOUND, with a warning (%s)',
    async (scope) => {
      const { result } = await run(job({ inputs: [], scope }));
      expect(result.findings.map(({ label }) => label)).toEqual(['NOT FOUND', 'NOT FOUND']);
      expect(result.warnings.map(({ code }) => code)).toContain('no_files');
    },
  );
});
