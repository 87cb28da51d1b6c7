import type { Truth } from '../../../src/eval/exam/grade.ts';
import { expand, type Slots } from '../language/expand.ts';
import { deciding, either, type TwinText } from '../language/twin-text.ts';
import { limitElsewhere } from '../make/limit.ts';
import { inSentence, modesOf, withoutStop } from '../make/sentence.ts';
import { truths } from '../truths.ts';
import type { Trick, TrickName } from '../wordings/schemas.ts';
import { type Made, type Maker, type Making, type TrickPlace, withQuantity } from './made.ts';

/**
 * Chooses one of the wordings of a trick (a way to make the second document not meet the rule) that fit the template;
 * null if none fits.
 */
function drawTrick(
  making: Making,
  name: TrickName,
  only: (trick: Trick) => boolean = () => true,
): Trick | null {
  const { template, lexicon, draw } = making;
  const fitting = lexicon
    .tricks(name)
    .filter((trick) => (trick.only === undefined || trick.only === template.force) && only(trick));
  return fitting.length === 0 ? null : draw.one(fitting);
}

/**
 * The slots of the pair together with three forms of the sentence: `S` on its own, `S0` without the full stop, and `s`
 * as part of another sentence.
 */
function sentenceSlots(making: Making, sentence: TwinText): Slots {
  return { ...making.slots, S: sentence, S0: withoutStop(sentence), s: inSentence(sentence) };
}

function met({ template, maker, slots }: Making): TwinText {
  return maker.sentence(slots, modesOf[template.force].met);
}

function exception({ template, slots, draw }: Making): string | null {
  return template.exceptions.length === 0 ? null : expand(draw.one(template.exceptions), slots, draw);
}

const limited: Made['truth'] = { A: truths.met, B: truths.limited };

export const exceptionInSentence: Maker = (making) => {
  const x = exception(making);
  const trick = drawTrick(making, 'exception-in-sentence');
  if (x === null || !trick) return null;
  const text = expand(trick.text, { ...sentenceSlots(making, met(making)), x }, making.draw);
  const main = /[.!]$/.test(text) ? text : `${text}.`;
  return { main: deciding('AB', main), truth: limited };
};

export const exceptionNext: Maker = (making) => {
  const x = exception(making);
  const trick = drawTrick(making, 'exception-next');
  if (x === null || !trick) return null;
  const next = expand(trick.text, { ...making.slots, x }, making.draw);
  return { main: `${deciding('A', met(making))} ${deciding('B', stopped(next))}`, truth: limited };
};

export const exceptionFar: Maker = (making) => {
  const x = exception(making);
  const trick = drawTrick(making, 'exception-far');
  if (x === null || !trick) return null;
  const text = deciding('B', stopped(expand(trick.text, { ...making.slots, x }, making.draw)));
  return { main: deciding('A', met(making)), extra: { text, at: trick.at ?? 'end' }, truth: limited };
};

/** Makes a pair in which an amendment elsewhere in the document changes the value of a clause, or the whole clause. */
export const amendment: Maker = (making) =>
  making.limit && making.draw.chance(0.6) ? ofValue(making) : ofText(making);

function ofValue(making: Making): Made | null {
  const { limit, slots, draw, maker, template } = making;
  const trick = drawTrick(making, 'amendment');
  if (!limit || !trick) return null;
  const before = limit.write(draw.chance(0.5) ? limit.asked : limit.earlier);
  const [good, bad] = [limit.write(limit.meets), limit.write(limit.breaks)];
  const first = before === good ? limit.earlier : limit.asked;
  const old = before === good ? limit.write(first) : before;
  const text = expand(trick.text, { ...slots, q0: old, q1: either(good, bad), measure: limit.measure }, draw);
  const main = maker.sentence(withQuantity(making, old), modesOf[template.force].met);
  return {
    main,
    extra: { text: deciding('AB', stopped(text)), at: trick.at ?? 'end' },
    truth: { A: truths.metByNewer, B: truths.brokenByNewer },
  };
}

function ofText(making: Making): Made | null {
  const { slots, draw, maker, template } = making;
  const trick = drawTrick(making, 'amendment-whole');
  const { met: kept, denied } = modesOf[template.force];
  const both = maker.sentences(slots, kept, denied);
  if (!trick || !both) return null;
  const [S, D] = both;
  const text = expand(trick.text, { ...slots, S, D }, draw);
  return {
    main: met(making),
    extra: { text: deciding('AB', text), at: trick.at ?? 'end' },
    truth: { A: truths.metByNewer, B: truths.brokenByNewer },
  };
}

export const deletion: Maker = (making) => {
  const trick = drawTrick(making, 'deletion');
  return trick && inOrOut(making, trick, making.template.force === 'fact' ? truths.withdrawn : truths.broken);
};

export const rejection: Maker = (making) => {
  const trick = drawTrick(making, 'rejection');
  return trick && inOrOut(making, trick, trick.truth === 'silent' ? truths.silent : truths.broken);
};

export const former: Maker = (making) => {
  // A fact is about the past, so it cannot expire.
  if (making.template.force === 'fact') return null;
  const trick = drawTrick(making, 'former');
  return trick && inOrOut(making, trick, truths.broken);
};

/**
 * Makes a pair from a wording that either contains the sentence itself, or is put elsewhere in the document and refers
 * to the clause with the sentence.
 */
function inOrOut(making: Making, trick: Trick, B: Truth): Made {
  const sentence = met(making);
  const truth = { A: truths.met, B };
  const around = trick.text.split(/<(S|s)>/);
  if (trick.text.startsWith('«<S>|')) {
    return { main: deciding('AB', expand(trick.text, sentenceSlots(making, sentence), making.draw)), truth };
  }
  const [before = '', form, after = ''] = around;
  const fill = (text: string): TwinText => expand(text, making.slots, making.draw);
  if (form === undefined) {
    const place: TrickPlace = trick.at ?? 'end';
    return { main: deciding('A', sentence), extra: { text: deciding('B', fill(before)), at: place }, truth };
  }
  const inside = deciding('A', form === 's' ? inSentence(sentence) : sentence);
  const main = `${around.length > 1 ? deciding('B', fill(before)) : ''}${inside}${deciding('B', fill(after))}`;
  return { main: tidied(main, form), truth };
}

function tidied(main: TwinText, form: string): TwinText {
  return form === 's' ? main : main.replace(/\.‹\/›‹B›\./g, '.‹/›‹B›');
}

export const oneOfTwo: Maker = (making) => {
  const { template, slots, lexicon, draw, limit } = making;
  if (!template.second || !(template.force === 'must' || template.force === 'never')) return null;
  const { act, other, rule } = template.second;
  const sentence = met(making);
  const join = draw.one(lexicon.secondJoins);
  const words = {
    ...sentenceSlots(making, sentence),
    second: expand(act, slots, draw),
    secondOther: expand(other, slots, draw),
  };
  const denies = join.includes('|') && /\|[^|»]*<second>/.test(join);
  const parts = join.split('<S>');
  const main =
    parts.length === 2
      ? parts
          .map((part) => (part.trim() === '' ? '' : deciding('AB', expand(part.trim(), words, draw))))
          .join(` ${sentence} `)
      : deciding('AB', expand(join, words, draw));
  const asked = limit === null ? slots : { ...slots, limit: slots.askedLimit ?? '' };
  // Only rules whose subject is the actor are used, because the second duty is appended with "and" and has the same
  // subject.
  const active = template.rules.filter((wording) => wording.startsWith('<Who>'));
  return {
    main: main.trim(),
    truth: { A: truths.met, B: denies ? truths.partOrNot : truths.part },
    rule: `${withoutStop(expand(draw.one(active), asked, draw))} and ${expand(rule, asked, draw)}.`,
  };
};

export const crossReference: Maker = (making) => {
  const { limit, lexicon, draw, slots, maker, template } = making;
  if (!limit || draw.chance(0.3)) return condition(making);
  const bound = expand(limitElsewhere(limit, '<sched>', lexicon, draw), slots, draw);
  const value = either(limit.write(limit.meets), limit.write(limit.breaks));
  const main = maker.sentence({ ...slots, limit: bound }, modesOf[template.force].met);
  const others = draw.shuffled(lexicon.document.measures).slice(0, draw.number(2, 5));
  const truth = { A: truths.met, B: truths.broken };
  if (draw.chance(0.4)) {
    const columns = draw.one(lexicon.columns);
    const rows = [
      ...others.map((row) => row.map((cell) => expand(cell, slots, draw))),
      [limit.measure, value],
    ];
    const table = draw.shuffled(rows).map((row) => ownRow(row, limit.measure));
    return { main, schedule: { lines: [], columns }, table, truth };
  }
  const line = draw.one(lexicon.lines);
  const lineOf = (measure: string, q: TwinText): string => expand(line, { ...slots, measure, q }, draw);
  const lines = others.map(([measure, q]) => lineOf(expand(measure, slots, draw), expand(q, slots, draw)));
  return {
    main,
    schedule: { lines: draw.shuffled([...lines, deciding('AB', lineOf(limit.measure, value))]) },
    truth,
  };
};

/** Makes a pair in which a text elsewhere in the second document makes the clause depend on a condition. */
function condition(making: Making): Made | null {
  const trick = drawTrick(making, 'condition');
  if (!trick || making.template.force === 'fact') return null;
  const text = deciding('B', stopped(expand(trick.text, making.slots, making.draw)));
  return {
    main: deciding('A', met(making)),
    extra: { text, at: trick.at ?? 'end' },
    truth: { A: truths.met, B: truths.notEffective },
  };
}

/**
 * Makes a pair in which the value is in a table below the clause. The documents differ in the value or in the headings
 * of the columns.
 */
export const table: Maker = (making) => {
  const { limit, lexicon, draw, slots, maker, template } = making;
  if (!limit) return null;
  const bound = expand(limitElsewhere(limit, 'the table below', lexicon, draw), slots, draw);
  const intro = drawTrick(making, 'table-intro');
  const sentence = maker.sentence({ ...slots, limit: bound }, modesOf[template.force].met);
  const main = intro && draw.chance(0.6) ? `${sentence} ${expand(intro.text, slots, draw)}` : sentence;
  const others = draw
    .shuffled(lexicon.document.measures)
    .slice(0, draw.number(3, 6))
    .map((row) => row.map((cell) => expand(cell, slots, draw)));
  const [good, bad] = [limit.write(limit.meets), limit.write(limit.breaks)];
  const truth = { A: truths.met, B: truths.broken };
  const two = draw.one(lexicon.columns);
  if (draw.chance(0.65)) {
    // Half of the time, the table also has a row with a similar name whose value does not apply.
    const beside = draw.chance(0.5)
      ? [[`${limit.measure} ${draw.one(elsewhereOnly)}`, limit.write(limit.earlier)]]
      : [];
    const rows = draw.shuffled([...others, ...beside, [limit.measure, either(good, bad)]]);
    return { main, table: [[...two], ...rows.map((row) => ownRow(row, limit.measure))], truth };
  }
  const [valid, invalid] = draw.one(columnPairs);
  const header = [two[0], either(valid, invalid), either(invalid, valid)];
  const rows = draw.shuffled([
    ...others.map(([label = '', value = '']) => [label, value, value]),
    [limit.measure, good, bad],
  ]);
  return { main, table: [header, ...rows.map((row) => ownRow(row, limit.measure))], truth };
};

/** What is added to the name of a row whose value does not apply. */
const elsewhereOnly = [
  '(former value)',
  '– trial phase, now over',
  '(as first proposed)',
  '– other documents',
  '(last year)',
];

/** Pairs of column headings. Only the values below the first heading of a pair apply. */
const columnPairs: [string, string][] = [
  ['In force', 'Withdrawn'],
  ['Agreed', 'Rejected proposal'],
  ['Current version', 'Previous version'],
  ['Applies', 'Does not apply'],
  ['Binding value', 'For information: not binding'],
  ['Now', 'Until last year'],
  ['This document', 'Former document, replaced'],
];

/** Marks all cells of the row as deciding the answer if the first cell is the name of the limit. */
function ownRow(row: readonly string[], measure: string): string[] {
  return row[0] === measure ? row.map((cell) => deciding('AB', cell)) : [...row];
}

function stopped(text: TwinText): TwinText {
  return /[.!?»"]$/.test(text) ? text : `${text}.`;
}
