import { describe, expect, it } from 'vitest';
import { contractWords } from '../../../../engine/check/lexical/learned/contract-words.ts';
import { ruleFeatures, sentenceFeatures } from '../../../../engine/check/lexical/learned/features.ts';
import { fitLogistic } from '../../../../engine/check/lexical/learned/fit-logistic.ts';
import { probabilityOf, scoreOf } from '../../../../engine/check/lexical/learned/logistic.ts';
import { heldOutWeights, type ScoredRule } from '../../../../engine/check/lexical/learned/scored-rules.ts';
import { learnedWeights } from '../../../../engine/check/lexical/learned/weights.ts';
import { readVectors } from '../../../../engine/check/lexical/learned/word-vectors.ts';
import { measuredRule } from '../../../../engine/check/lexical/lexical-checker.ts';
import { english } from '../../../../engine/language/english.ts';
import { keyRules } from '../../../../engine/model/keys.ts';
import { createPassageIndex } from '../../../../engine/retrieve/passage-index.ts';
import { seededRandom } from '../../../../src/eval/score/random.ts';
import { source } from '../../../support/sources.ts';
import { wordVectors } from '../../../train/word-vectors.ts';
import { ask, filler } from './support/ask.ts';

async function measuredOf(description: string, text: string) {
  const [rule] = keyRules([{ name: 'The rule', description }]);
  if (!rule) throw new Error('expected one rule');
  const sources = [source([...filler, text])];
  const passageIndex = await createPassageIndex(sources);
  return measuredRule(rule, await passageIndex.retrieve(rule, sources));
}

describe('the word vectors', () => {
  const vectors = readVectors(contractWords);
  const alike = (one: string, other: string) => vectors.likenessTo(english.stem(one))(english.stem(other));

  it('are closer for related words of contracts than for unrelated ones', () => {
    expect(alike('terminate', 'expiration')).toBeGreaterThan(alike('terminate', 'insurance') + 0.3);
    expect(alike('employees', 'agents')).toBeGreaterThan(alike('employees', 'invoice') + 0.3);
  });

  it('make an unknown word similar only to itself, and have no mean vector for it', () => {
    expect(alike('marzipan', 'marzipan')).toBe(1);
    expect(alike('marzipan', 'terminate')).toBe(0);
    expect(vectors.directionOf(['marzipan'])).toBeNull();
  });

  it('are similar for words with the same context, and identical for the same seed', () => {
    const texts = Array.from({ length: 6 }, () =>
      'cat drinks milk dog drinks water cat eats fish dog eats meat car burns petrol bus burns petrol car needs road bus needs road'.split(
        ' ',
      ),
    );
    const options = { dimensions: 4, leastCount: 3, leastTexts: 2, seed: 7 };
    const { terms, vectors: made } = wordVectors(texts, options);
    const row = (term: string) => {
      const from = terms.indexOf(term) * made.columns;
      return made.values.subarray(from, from + made.columns);
    };
    const cosine = (one: string, other: string) =>
      row(one).reduce((sum, value, at) => sum + value * (row(other)[at] ?? 0), 0);
    expect(cosine('car', 'bus')).toBeGreaterThan(cosine('car', 'cat') + 0.3);
    expect(wordVectors(texts, options).vectors.values).toEqual(made.values);
  });
});

describe('the learned weights', () => {
  it('include one weight for each feature', () => {
    expect(learnedWeights.bearing.weights).toHaveLength(sentenceFeatures.length);
    expect(learnedWeights.stated.weights).toHaveLength(ruleFeatures.length);
  });

  it('are found by a fit to data that was generated with known weights', () => {
    const random = seededRandom(3);
    const rows = Array.from({ length: 4_000 }, () => [random() * 4 - 2, random() * 4 - 2, random()]);
    const truth = rows.map(([one = 0, other = 0]) => random() < probabilityOf(0.5 + 2 * one - other));
    const fit = fitLogistic(rows, truth, 0);
    expect(scoreOf(fit, [0, 0, 0])).toBeCloseTo(0.5, 0);
    expect(scoreOf(fit, [1, 0, 0]) - scoreOf(fit, [0, 0, 0])).toBeCloseTo(2, 0);
    expect(scoreOf(fit, [0, 1, 0]) - scoreOf(fit, [0, 0, 0])).toBeCloseTo(-1, 0);
  });

  it('for a rule and a document are fitted without that rule and without that document', async () => {
    const measured = await measuredOf(
      'The supplier shall notify the customer of any termination.',
      'The supplier shall inform the customer in writing. Either party may terminate the agreement.',
    );
    if (!measured) throw new Error('expected features for the rule');
    const scored = (truth: (rule: number, document: number) => boolean): ScoredRule[] =>
      Array.from({ length: 36 }, (_, at) => {
        const [rule, document] = [at % 4, Math.floor(at / 4)];
        return {
          rule: `rule ${rule}`,
          document: `document ${document}`,
          stated: truth(rule, document),
          measured,
          bears: measured.sentences.map((_sentence, place) => (place + rule + document) % 3 === 0),
        };
      });
    const truth = (rule: number, document: number) => (rule + document) % 2 === 0;
    const weights = heldOutWeights(scored(truth))('rule 1', 'document 3');
    const otherwise = (changes: (rule: number, document: number) => boolean) =>
      heldOutWeights(scored((rule, document) => truth(rule, document) !== changes(rule, document)))(
        'rule 1',
        'document 3',
      );
    expect(otherwise((rule) => rule === 1)).toEqual(weights);
    expect(otherwise((_, document) => document === 3)).toEqual(weights);
    expect(otherwise((rule, document) => rule === 2 && document === 4)).not.toEqual(weights);
  });
});

describe('an estimate by the learned weights', () => {
  const rule = 'The recipient may disclose confidential information to its employees.';
  const text =
    'The recipient may share the confidential information with its officers, agents and employees who need to know it.';

  it('is not made for a rule that is a question', async () => {
    expect(await measuredOf(rule, text)).not.toBeNull();
    expect(await measuredOf('May the recipient disclose confidential information?', text)).toBeNull();
  });

  it('is not made if too few words of the rule are in the training data', async () => {
    expect(await measuredOf('The chef shall whisk the marzipan.', 'The chef stirs.')).toBeNull();
  });

  it('never decides: a rule with a number that the text lacks is left undecided', async () => {
    const answer = await ask(rule.replace('to its', 'to 3 of its'), text);
    expect(answer).toMatchObject({ support: 'partial', outcome: 'undetermined' });
  });
});

describe('a rule that says "only"', () => {
  it('is left undecided if a sentence on its topic includes more than the rule allows', async () => {
    const answer = await ask(
      'Confidential information shall only include technical information.',
      'Confidential information means any technical, commercial or financial information of a party.',
    );
    expect(answer).toMatchObject({ support: 'partial', outcome: 'undetermined', reasons: ['lexical_match'] });
  });
});
