import { afterAll, describe, expect, it } from 'vitest';
import { closeLoading, createWordsChecker, type Ports } from '../../../engine/index.ts';
import { openLocalFile } from '../../../engine/load/local-files.ts';
import { openChecker } from '../../../src/compose/models.ts';
import { readModelSettings } from '../../../src/config.ts';
import { floorFor, missedFloors, readFloors } from '../../../src/eval/exam/floors.ts';
import { believed, startGullibleServer } from '../../../src/eval/exam/gullible-server.ts';
import { runExam } from '../../../src/eval/exam/run-exam.ts';
import { readWordings } from '../../../src/eval/exam/wordings/read-wordings.ts';

const wordings = readWordings('exam');
const floors = readFloors('exam/floors.yaml');
const ports: Omit<Ports, 'checker'> = {
  openSource: openLocalFile,
  sourceCache: { get: async () => null, put: async () => {} },
  clock: { now: () => new Date() },
};
const seed = 1;
const pairs = 23;

afterAll(closeLoading);

function take(checker: Ports['checker']) {
  return runExam({
    choice: { seed, pairs },
    wordings,
    ports: { ...ports, checker },
    atOnce: 4,
    signal: new AbortController().signal,
  });
}

describe('a sample of the exam', () => {
  it('has answers without a model that are at least as good as in the last measurement', async () => {
    const { score } = await take(createWordsChecker());
    const floor = floorFor(floors, { answers: 'words', documents: 2 * pairs, seed });
    expect(floor).not.toBeNull();
    expect(floor && missedFloors(score, floor)).toEqual([]);
  });

  it('has answers by the gullible model that are at least as good as in the last measurement', async () => {
    const server = await startGullibleServer();
    try {
      const checker = openChecker(
        readModelSettings({ MODEL: 'gullible', OPENAI_BASE_URL: server.url }),
        'a secret of the exam',
      );
      const { score } = await take(checker);
      const floor = floorFor(floors, { answers: 'gullible', documents: 2 * pairs, seed });
      expect(floor).not.toBeNull();
      expect(floor && missedFloors(score, floor)).toEqual([]);
      const all = score.kinds.find(({ kind, part }) => kind === 'all' && part === 'all');
      expect(all?.confirmed.n).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  });
});

describe('the gullible model, which believes every text,', () => {
  it('quotes the most similar sentence verbatim, repeats the rule and says that the rule is satisfied', () => {
    const passages = [
      {
        id: 'P001',
        header: 'authority | a.txt',
        text: '',
        sentences: ['The Tenant pays rent on the first day.'],
      },
      {
        id: 'P002',
        header: 'input | b.txt',
        text: '',
        sentences: ['The house is green.', 'The Tenant may pay the rent in instalments.'],
      },
    ];
    expect(believed({ passages, asks: 'The tenant must pay the rent on the first day.' })).toMatchObject({
      quotes: [{ passage: 'P002', quote: 'The Tenant may pay the rent in instalments.', stance: 'supports' }],
      answer: 'The tenant must pay the rent on the first day.',
      outcome: 'satisfied',
    });
  });
});
