import type { LearnedWeights } from './estimate.ts';
import type { MeasuredRule } from './features.ts';
import { fitLogistic } from './fit-logistic.ts';

/** A statement about a document, labelled by people, with its features. */
export type ScoredRule = {
  document: string;
  rule: string;
  /** Whether the document addresses the statement, for it or against it. */
  stated: boolean;
  measured: MeasuredRule;
  /** For each measured sentence, whether the annotators marked it as evidence. */
  bears: readonly boolean[];
};

/** Penalties on large weights. With penalties between 10 and 50, the results differ by less than .01. */
const bearingRidge = 10;
const statedRidge = 30;

/**
 * Fits two models. `bearing` (does a sentence bear on a rule?) is fitted only to rules that their document addresses;
 * `stated` (does a document address a rule?) is fitted to all rules.
 */
export function fitWeights(rules: readonly ScoredRule[]): LearnedWeights {
  const sentences = rules
    .filter(({ stated }) => stated)
    .flatMap(({ measured, bears }) =>
      measured.sentences.map(({ features }, at) => ({ features, bears: bears[at] === true })),
    );
  const bearing = fitLogistic(
    sentences.map(({ features }) => features),
    sentences.map(({ bears }) => bears),
    bearingRidge,
  );
  const stated = fitLogistic(
    rules.map(({ measured }) => measured.rule(bearing)),
    rules.map(({ stated: truth }) => truth),
    statedRidge,
  );
  return { bearing, stated };
}

/** The number of the cross-validation fold, 0 to 2, that a document belongs to. */
function partOf(document: string, documents: readonly string[]): number {
  return documents.indexOf(document) % parts;
}
const parts = 3;

/**
 * Returns weights for a rule and a document that were fitted to neither: only to the other rules, in the two folds of
 * documents that do not contain this document.
 */
export function heldOutWeights(
  rules: readonly ScoredRule[],
): (rule: string, document: string) => LearnedWeights {
  const documents = [...new Set(rules.map(({ document }) => document))];
  const fitted = new Map<string, LearnedWeights>();
  return (rule, document) => {
    const part = partOf(document, documents);
    const key = `${part} ${rule}`;
    const known = fitted.get(key);
    if (known) return known;
    const weights = fitWeights(
      rules.filter((one) => one.rule !== rule && partOf(one.document, documents) !== part),
    );
    fitted.set(key, weights);
    return weights;
  };
}
