import { afterAll, describe, expect, it } from 'vitest';
import { closeLoading, createWordsChecker, type Ports } from '../../../engine/index.ts';
import { openLocalFile } from '../../../engine/load/local-files.ts';
import { openChecker } from '../../../src/compose/models.ts';
import { readModelSettings } from '../../../src/config.ts';
import type { ExamLanguage } from '../../../src/eval/exam/pairs.ts';
import { examPairs } from '../../../tools/exam/choose.ts';
import { floorFor, missedFloors, readFloors } from '../../../tools/exam/floors.ts';
import type { ExamPair } from '../../../tools/exam/pairs.ts';
import { scoredExam } from '../../../tools/exam/run-exam.ts';
import { readWordings } from '../../../tools/exam/wordings/wordings.ts';
import { believed, startKnowingModel } from '../../../tools/exam-models.ts';

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

function take(checker: Ports['checker'], language: ExamLanguage = 'en', onPair?: (pair: ExamPair) => void) {
  return scoredExam({
    pairs: examPairs({ seed, pairs, language }, wordings),
    ports: { ...ports, checker },
    atOnce: 4,
    signal: new AbortController().signal,
    onPair,
  });
}

describe('a sample of the exam', () => {
  it('has answers without a model that are at least as good as in the last measurement', async () => {
    const { score } = await take(createWordsChecker());
    const floor = floorFor(floors, { documents: 2 * pairs, seed });
    expect(floor).not.toBeNull();
    expect(floor && missedFloors(score, floor)).toEqual([]);
  });

  it.each<ExamLanguage>(['en', 'de'])(
    'in the language %s has nearly all answers of a model that knows them CONFIRMED, and none that is wrong',
    async (language) => {
      const model = await startKnowingModel();
      try {
        const checker = openChecker(
          readModelSettings({ MODEL: 'exam', OPENAI_BASE_URL: model.url }),
          'a secret of the exam',
        );
        const { score } = await take(checker, language, model.meet);
        const all = score.kinds.find(({ kind, part }) => kind === 'all' && part === 'all');
        expect(all?.confirmed.n).toBe(all?.confirmed.right);
        expect(all?.metConfirmed.share).toBeGreaterThanOrEqual(0.85);
      } finally {
        await model.close();
      }
    },
  );
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
