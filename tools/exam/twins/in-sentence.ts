import { expand } from '../language/expand.ts';
import { deciding, either, type TwinText } from '../language/twin-text.ts';
import { flippedLimit, unitTwins } from '../make/limit.ts';
import { modesOf } from '../make/sentence.ts';
import { truths } from '../truths.ts';
import type { Mode } from '../wordings/schemas.ts';
import { type Made, type Maker, type Making, withQuantity } from './made.ts';

const decides = (main: TwinText, truth: Made['truth']): Made => ({ main: deciding('AB', main), truth });

const brokenPair: Made['truth'] = { A: truths.met, B: truths.broken };

function met({ template, maker }: Making, slots: Making['slots']): TwinText {
  return maker.sentence(slots, modesOf[template.force].met);
}

export const number: Maker = (making) => {
  const { limit } = making;
  if (!limit) return null;
  const quantity = either(limit.write(limit.meets), limit.write(limit.breaks));
  return decides(met(making, withQuantity(making, quantity)), brokenPair);
};

export const unit: Maker = (making) => {
  const { limit, draw } = making;
  const twins = limit && unitTwins(limit, draw);
  if (!limit || !twins) return null;
  const [first, second] = twins.map(limit.write);
  return decides(met(making, withQuantity(making, either(first ?? '', second ?? ''))), brokenPair);
};

export const direction: Maker = (making) => {
  const { limit, lexicon, draw, slots } = making;
  if (!limit?.flips) return null;
  const bound = expand(flippedLimit(limit, lexicon, draw), slots, draw);
  return decides(met(making, { ...slots, limit: bound }), brokenPair);
};

/**
 * Makes a pair in which another party acts in the second document. If the template has a recipient, actor and recipient
 * are swapped half of the time.
 */
export const actor: Maker = (making) => {
  const { template, slots, draw } = making;
  const others = template.otherWho ?? [];
  const swaps = template.whom !== undefined && template.force === 'must';
  if (others.length === 0 && !swaps) return null;
  const truth = { A: truths.met, B: template.force === 'must' ? truths.otherParty : truths.silent };
  if (swaps && (others.length === 0 || draw.chance(0.5))) {
    const { who = '', whom = '' } = slots;
    return decides(met(making, { ...slots, who: either(who, whom), whom: either(whom, who) }), truth);
  }
  const other = expand(draw.one(others), slots, draw);
  return decides(met(making, { ...slots, who: either(slots.who ?? '', other) }), truth);
};

export const recipient: Maker = (making) => {
  const { template, slots, draw } = making;
  const others = template.otherWhom ?? [];
  if (template.whom === undefined || others.length === 0) return null;
  const other = expand(draw.one(others), slots, draw);
  const truth = { A: truths.met, B: template.force === 'must' ? truths.otherParty : truths.silent };
  return decides(met(making, { ...slots, whom: either(slots.whom ?? '', other) }), truth);
};

export const object: Maker = (making) => {
  const { template, slots, draw } = making;
  const others = template.otherThings ?? [];
  if (others.length === 0) return null;
  const other = expand(draw.one(others), slots, draw);
  const main = met(making, { ...slots, thing: either(slots.thing ?? '', other) });
  return decides(main, { A: truths.met, B: truths.silent });
};

function modes(making: Making, second: Mode | null, truth: Made['truth']): Made | null {
  const { template, maker, slots } = making;
  if (second === null) return null;
  const main = maker.twins(slots, modesOf[template.force].met, second);
  return main === null ? null : decides(main, truth);
}

/** Makes a pair in which the second document only permits or recommends the required act. */
export const modality: Maker = (making) => {
  const { template, draw } = making;
  const { soft } = modesOf[template.force];
  if (template.force === 'must' && draw.chance(0.5)) return modes(making, 'may', brokenPair);
  return modes(making, soft, { A: truths.met, B: truths.weaker });
};

export const denial: Maker = (making) => modes(making, modesOf[making.template.force].denied, brokenPair);

export const goal: Maker = (making) =>
  modes(making, modesOf[making.template.force].goal, { A: truths.met, B: truths.hoped });

/** Makes a pair in which the second document names a different law, place, currency or standard from the first. */
export const name: Maker = (making) => {
  const { slots, otherName } = making;
  if (otherName === null) return currency(making);
  return decides(met(making, { ...slots, name: either(slots.name ?? '', otherName) }), brokenPair);
};

/** Makes a pair in which the second document has the same amount in another currency. */
function currency(making: Making): Made | null {
  const { limit, draw } = making;
  if (!limit || !/^[A-Z]{3}$/.test(limit.asked.unit)) return null;
  // Excludes currencies in which the same amount would still meet the limit.
  const unit = draw.one(limit.worse === 'more' ? ['GBP', 'CHF'] : ['USD', 'SEK', 'DKK', 'NOK', 'CAD', 'JPY']);
  const amounts = either(limit.write(limit.asked), limit.write({ ...limit.asked, unit }));
  return decides(met(making, withQuantity(making, amounts)), { A: truths.met, B: truths.otherCurrency });
}

export const paraphrase: Maker = (making) => {
  const { template, slots, draw } = making;
  if (template.paraphrases.length === 0) return null;
  const { text, other } = draw.one(template.paraphrases);
  const B = { clash: truths.broken, silent: truths.silent, partly: truths.partOrNot }[other];
  return decides(expand(text, slots, draw), { A: truths.met, B });
};

/** Makes a pair in which the second document has a clause on a neighbouring topic in place of the clause. */
export const absence: Maker = (making) => {
  const { template, slots, draw } = making;
  const neighbour = expand(draw.one(template.neighbours), slots, draw);
  const main = either(met(making, slots), neighbour);
  return { main: deciding('A', main), truth: { A: truths.met, B: truths.absent } };
};

/**
 * Makes a pair in which the rule is the sentence of the first document, word for word. The sentence of the second
 * document differs in one fact.
 */
export const verbatim: Maker = (making) => {
  const { limit, draw } = making;
  const changed =
    limit && draw.chance(0.6) ? number(exactly(making)) : draw.chance(0.5) ? denial(making) : actor(making);
  const made = changed ?? denial(making);
  if (!made) return null;
  return { ...made, rule: made.main };
};

/**
 * Returns the inputs with the value of the rule as the value in the sentence, so that the sentence can be the rule word
 * for word.
 */
function exactly(making: Making): Making {
  const { limit } = making;
  return limit ? { ...making, limit: { ...limit, meets: limit.asked } } : making;
}
