import type { Finding } from '../../engine/model/finding.ts';
import { type Counts, classRow, f1, macroF1, share } from '../../src/eval/score/measure.ts';
import { type Asked, askOfText } from './ask.ts';
import type { Bench, BenchItem } from './bench.ts';
import { type NliDocument, nliFile, nliLabels, readNliDocuments, rulesOf } from './nli-documents.ts';
import { hitRows, hits, holdsHalf } from './ranking.ts';

type NliLabel = (typeof nliLabels)[number];
type Annotation = NliDocument['annotations'][number];

const hypotheses = 20;
const depths = [1, 3, 5];

/** Checks 61 non-disclosure agreements: does the agreement state, contradict or not mention each of 17 statements? */
export const contractNli: Bench = {
  name: 'contractnli',
  needs: nliFile,
  primary: 'nliAccuracy',
  measures: [
    share('nliAccuracy', 'right class of three'),
    ...nliLabels.map((label) => f1(`nliF1:${label}`, `F1 of ${label}, pooled`)),
    ...nliLabels.map((label) =>
      macroF1(`nliMeanF1:${label}`, `F1 of ${label}, mean over statements`, hypotheses),
    ),
    share('nliConfirmed', 'CONFIRMED that is right'),
    share('nliConfirmedShare', 'entailed statements that are CONFIRMED'),
    share('nliNotFound', 'NOT FOUND that is right'),
    share('nliConflict', 'possible conflicts that are contradictions'),
    ...hits('nliEvidence', 'evidence sentence', depths),
    ...hits('nliPassage', 'retrieved passage with evidence', depths),
  ],
  async run(context) {
    const documents = (await readNliDocuments(context.data)).slice(0, context.limit);
    const items: BenchItem[] = [];
    for (const document of documents) {
      const { id, text, spans, annotations } = document;
      const asked = await askOfText(context, text, rulesOf(document));
      annotations.forEach((annotation, at) => {
        const answer = asked[at];
        if (!answer) return;
        const gold = spans.filter((_, index) => annotation.spans.includes(index));
        items.push(itemOf(String(id), annotation, gold, answer));
      });
    }
    return items;
  },
};

function itemOf(
  document: string,
  { key, label }: Annotation,
  gold: [number, number][],
  asked: Asked,
): BenchItem {
  const { finding, evidence } = asked;
  const answer = readAs(finding);
  const counts: Counts = {
    nliAccuracy: [1, Number(answer === label)],
    ...Object.fromEntries(
      nliLabels.flatMap((one) => {
        const row = classRow(label === one, answer === one);
        return [
          [`nliF1:${one}`, [1, ...row]],
          [`nliMeanF1:${one}`, [1, ...Array<number>(3 * Number(key.split('-')[1]) - 3).fill(0), ...row]],
        ];
      }),
    ),
    ...(finding.label === 'CONFIRMED' && { nliConfirmed: [1, Number(answer === label)] }),
    ...(label === 'Entailment' && {
      nliConfirmedShare: [1, Number(finding.label === 'CONFIRMED' && answer === label)],
    }),
    ...(finding.label === 'NOT FOUND' && { nliNotFound: [1, Number(label === 'NotMentioned')] }),
    ...(answer === 'Contradiction' && { nliConflict: [1, Number(label === answer)] }),
    ...(gold.length > 0 && {
      ...hitRows('nliEvidence', rightOnes(finding, gold), depths),
      ...hitRows('nliPassage', rightPassages(evidence, gold), depths),
    }),
  };
  const given = `${finding.label ?? 'not assessed'} ${finding.outcome}`;
  return {
    key: `${document} / ${key}`,
    document,
    rule: key,
    expected: label,
    given,
    right: answer === label,
    counts,
  };
}

/**
 * Converts an outcome to a class of the data set: undetermined to not mentioned, violated and conflicting to
 * contradiction, every other outcome to entailment.
 */
function readAs({ outcome }: Finding): NliLabel {
  if (outcome === 'undetermined') return 'NotMentioned';
  return outcome === 'violated' || outcome === 'conflicting' ? 'Contradiction' : 'Entailment';
}

function rightPassages(evidence: Asked['evidence'], gold: readonly [number, number][]): boolean[] {
  return (evidence?.inputs ?? []).map(({ passage }) =>
    gold.some(([start, end]) => holdsHalf(passage, { start, end })),
  );
}

function rightOnes({ citations, search }: Finding, gold: readonly [number, number][]): boolean[] {
  const shown = [...citations, ...search.nearest.map(({ citation }) => citation)];
  return shown.map(({ start, end }) => gold.some(([from, to]) => start < to && from < end));
}
