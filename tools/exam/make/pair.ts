import { createHash } from 'node:crypto';
import type { Rule } from '../../../engine/model/rule.ts';
import { type Draw, drawFrom } from '../draw.ts';
import type { ExamPart, Kind } from '../kinds.ts';
import { expand, type Slots } from '../language/expand.ts';
import { sideOf } from '../language/twin-text.ts';
import type { PlannedPair, Side } from '../pairs.ts';
import * as elsewhere from '../twins/elsewhere.ts';
import * as within from '../twins/in-sentence.ts';
import type { Made, Maker } from '../twins/made.ts';
import type { TermDictionary } from '../wordings/schemas.ts';
import { type Lexicon, lexiconFor, type PlacedTemplate, type Wordings } from '../wordings/wordings.ts';
import { type Laid, layOut, layOutApart } from './document.ts';
import { drawFormat, drawWidth } from './format.ts';
import { askedLimit, drawLimit, limitText } from './limit.ts';
import { planOf } from './plan.ts';
import { inSentence, sentenceMaker } from './sentence.ts';

export type PairChoice = { seed: number; kind: Kind; template: PlacedTemplate; part: ExamPart };

/**
 * Creates the pair of a seed; null if the template does not support the kind. The same choice always creates the same
 * bytes.
 */
export function makePair({ seed, kind, template, part }: PairChoice, wordings: Wordings): PlannedPair | null {
  const lexicon = lexiconFor(wordings, part, template);
  const draw = drawFor(seed, 1);
  const roles = drawRoles(lexicon, draw);
  const base = drawSlots(roles, wordings.vocabulary, draw);
  const limit = drawLimit(template, draw);
  const names =
    template.names === undefined ? null : draw.shuffled(wordings.vocabulary[template.names] ?? []);
  const slots = ownSlots(template, base, names?.[0] ?? null, draw);
  const filled: Slots = limit
    ? {
        ...slots,
        limit: expand(limitText(limit, limit.write(limit.meets), lexicon, draw), slots, draw),
        askedLimit: expand(askedLimit(limit, lexicon, draw), slots, draw),
      }
    : slots;
  const maker = sentenceMaker(template, lexicon, draw);
  const made = makers[kind]({
    template,
    lexicon,
    draw,
    maker,
    slots: filled,
    limit,
    otherName: names?.[1] ?? null,
  });
  if (!made) return null;
  const plan = planOf(made, { wordings, lexicon, template, part, slots: filled, draw: drawFor(seed, 2) });
  const paper = drawFor(seed, 3);
  const format = drawFormat(kind, paper);
  const apart = made.extra?.at === 'file' ? [made.extra.text] : [];
  const id = createHash('sha256')
    .update(`${seed} ${kind} ${template.name} ${part}`)
    .digest('hex')
    .slice(0, 10);
  const twin = (side: Side, letter: string): PlannedPair['twins'][number] => {
    const papers: { name: string; laid: Laid }[] = [{ name: `${id}${letter}`, laid: layOut(plan, side) }];
    if (apart.length > 0) {
      const title = `Amendment to the ${plan.title} of ${base.date}`;
      papers.push({ name: `${id}${letter}-amendment`, laid: layOutApart(plan, title, apart, side) });
    }
    return {
      side,
      truth: made.truth[side],
      deciding: papers.flatMap(({ laid }) => laid.deciding),
      papers: papers.map(({ name, laid }) => ({ name, blocks: laid.blocks })),
    };
  };
  const turned = paper.chance(0.5);
  const first = twin(turned ? 'B' : 'A', '1');
  const second = twin(turned ? 'A' : 'B', '2');
  return {
    id,
    kind,
    template: template.name,
    part,
    format,
    width: drawWidth(drawFor(seed, 4)),
    rule: ruleOf(made, { template, lexicon, slots: filled, roles }, draw),
    twins: [first, second],
  };
}

/** Chooses the names of the parties in the document, such as `the Supplier`, by role. */
function drawRoles({ document }: Lexicon, draw: Draw): Record<string, string> {
  const cast = draw.one(document.casts);
  return Object.fromEntries(
    Object.entries(cast).map(([role, label]) => [
      role,
      label.startsWith('=') ? label.slice(1) : `the ${label}`,
    ]),
  );
}

function ownSlots(template: PlacedTemplate, base: Slots, name: string | null, draw: Draw): Slots {
  const role = (of: string): string => base[of] ?? of;
  const slots: Slots = {
    ...base,
    who: role(template.who),
    ...(template.whom !== undefined && { whom: role(template.whom) }),
    ...(name !== null && { name }),
  };
  return template.thing ? { ...slots, thing: expand(draw.one(template.thing), slots, draw) } : slots;
}

function ruleOf(
  made: Made,
  {
    template,
    lexicon,
    slots,
    roles,
  }: { template: PlacedTemplate; lexicon: Lexicon; slots: Slots; roles: Record<string, string> },
  draw: Draw,
): Rule {
  const name = draw.one(template.titles);
  const ifAbsent = draw.chance(0.2)
    ? { must: 'violated' as const, never: 'satisfied' as const, may: null, fact: null }[template.force]
    : null;
  const own = expand(draw.one(template.rules), { ...slots, limit: slots.askedLimit ?? '' }, draw);
  const framed = draw.chance(0.2)
    ? expand(draw.one(lexicon.ruleFrames), { ...slots, r: inSentence(own) }, draw)
    : own;
  const plain = made.rule === undefined ? inPlainCase(framed, roles, draw) : sideOf(made.rule, 'A').text;
  const description = (/[.?!]$/.test(plain) ? plain : `${plain}.`).replace(/\.{2,}$/, '.');
  // "Is it so that the Supplier must …?" asks whether a duty is met.
  const kind = description.endsWith('?') ? ('duty' as const) : null;
  return { name, description, ...(kind && { kind }), ...(ifAbsent && { ifAbsent }) };
}

/** Often writes the roles in the rule in lower case, because buyers seldom capitalize them. */
function inPlainCase(rule: string, roles: Readonly<Record<string, string>>, draw: Draw): string {
  if (draw.chance(0.4)) return rule;
  return Object.values(roles)
    .filter((label) => label.startsWith('the '))
    .reduce((text, label) => text.replaceAll(label.slice(4), label.slice(4).toLowerCase()), rule);
}

/**
 * Chooses the names, dates and places of one pair of documents from the vocabulary. The result also contains the given
 * `roles`, unchanged.
 */
function drawSlots(roles: Readonly<Record<string, string>>, vocabulary: TermDictionary, draw: Draw): Slots {
  const word = (list: string): string => draw.one(vocabulary[list] ?? [list]);
  const company = (): string => {
    const name = draw.chance(0.5)
      ? `${word('nameStarts')}${word('nameEnds')}`
      : `${word('nameStarts')}${word('nameEnds')} ${word('trades')}`;
    return `${name} ${word('legalForms')}`;
  };
  const person = (): string => `${word('firstNames')} ${word('lastNames')}`;
  const dateIn = (of: number): string => {
    const month = word('months');
    return draw.chance(0.6)
      ? `${draw.number(1, 28)} ${month} ${of}`
      : `${month} ${draw.number(1, 28)}, ${of}`;
  };
  const year = draw.number(2021, 2026);
  return {
    ...roles,
    firstName: company(),
    secondName: company(),
    outsider: company(),
    person: person(),
    person2: person(),
    person3: person(),
    town: word('towns'),
    town2: word('towns'),
    street: `${draw.number(1, 180)} ${word('streets')}`,
    product: word('products'),
    trade: word('fields'),
    currency: word('currencies'),
    date: dateIn(year),
    date2: dateIn(year),
    year: String(year),
    lastYear: String(year - 1),
    pastYear: String(year - draw.number(3, 9)),
    pastDate: dateIn(year - draw.number(3, 9)),
    reference: `${word('codes')}-${draw.number(100, 9999)}`,
  };
}

/**
 * Creates the random choices for one aspect of a pair; `concern` is the number of the aspect. Each aspect has its own
 * random sequence, so that an additional choice for one aspect does not change the choices for the others.
 */
function drawFor(seed: number, concern: number): Draw {
  return drawFrom((Math.imul(seed ^ (concern * 0x9e3779b1), 0x85ebca6b) ^ concern) >>> 0);
}

/** The function that makes the pairs of each kind. */
const makers: Record<Kind, Maker> = {
  ...within,
  'exception-in-sentence': elsewhere.exceptionInSentence,
  'exception-next': elsewhere.exceptionNext,
  'exception-far': elsewhere.exceptionFar,
  'cross-reference': elsewhere.crossReference,
  'one-of-two': elsewhere.oneOfTwo,
  amendment: elsewhere.amendment,
  deletion: elsewhere.deletion,
  rejection: elsewhere.rejection,
  former: elsewhere.former,
  table: elsewhere.table,
};
