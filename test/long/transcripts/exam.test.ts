import { afterAll, it } from 'vitest';
import { type Checker, closeLoading, createWordsChecker, localPorts } from '../../../engine/index.ts';
import { askPair } from '../../../src/eval/exam/ask.ts';
import { type ExamChoice, examPairs } from '../../../tools/exam/choose.ts';
import { readWordings } from '../../../tools/exam/wordings/wordings.ts';
import { type ExamModel, startGullibleModel, startKnowingModel } from '../../../tools/exam-models.ts';
import { modelChecker } from '../../gate/engine/model/support/model-run.ts';
import { findingLines } from '../../gate/transcripts/support/finding-lines.ts';
import { Transcript } from '../../support/transcript.ts';

const wordings = readWordings('exam');
afterAll(closeLoading);

const byWords = async () => ({ checker: createWordsChecker() });
const behind = (start: () => Promise<ExamModel>) => async () => {
  const model = await start();
  return { checker: modelChecker({ rules: [], sources: [], url: model.url }), model };
};
const exams: Record<string, [ExamChoice, () => Promise<{ checker: Checker; model?: ExamModel }>]> = {
  'words-english': [{ seed: 5, pairs: 138 }, byWords],
  'words-german': [{ seed: 5, pairs: 40, language: 'de' }, byWords],
  'model-that-believes': [{ seed: 6, pairs: 69 }, behind(startGullibleModel)],
  'model-that-knows': [{ seed: 7, pairs: 69 }, behind(startKnowingModel)],
};

it.each(Object.entries(exams))(
  'documents of the exam get the recorded findings: %s',
  async (name, [choice, open]) => {
    const { checker, model } = await open();
    const transcript = new Transcript();
    const ports = localPorts({ checker, sourceCache: { get: async () => null, put: async () => {} } });
    // The wordings of the locked part are not for developers to read.
    const pairs = [...examPairs(choice, wordings)].filter(({ part }) => part === 'open');
    for (const pair of pairs) {
      model?.meet(pair);
      const findings = await askPair(pair, ports, new AbortController().signal);
      const { kind, format, template, rule } = pair;
      transcript.add(
        `${kind}, ${template}, ${format}: ${rule.description}`,
        findings.flatMap(findingLines).join('\n'),
      );
    }
    await model?.close();
    await transcript.expectAsRecorded(import.meta.dirname, `exam-${name}.txt`);
  },
);
