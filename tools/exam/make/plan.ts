import type { Draw } from '../draw.ts';
import type { ExamPart } from '../kinds.ts';
import { expand, type Slots } from '../language/expand.ts';
import { capitalized, sideOf, type TwinText } from '../language/twin-text.ts';
import type { Made } from '../twins/made.ts';
import type { DocumentFile } from '../wordings/schemas.ts';
import type { Wordings } from '../wordings/wordings.ts';
import { type Lexicon, lexiconFor, type PlacedTemplate } from '../wordings/wordings.ts';
import { type Clause, drawNumbering, type Plan, type Section } from './document.ts';
import { drawLimit, limitText } from './limit.ts';
import { modesOf, sentenceMaker } from './sentence.ts';

export type Planning = {
  wordings: Wordings;
  lexicon: Lexicon;
  template: PlacedTemplate;
  part: ExamPart;
  slots: Slots;
  draw: Draw;
};

/**
 * Plans the document around the clause of a pair: sections on other topics, neighbouring clauses, and any text that the
 * pair needs elsewhere in the document.
 */
export function planOf(made: Made, planning: Planning): Plan {
  const { lexicon, slots, draw } = planning;
  const { document } = lexicon;
  const fill = (text: string): string => expand(text, slots, draw);
  const sections = [
    ...draw
      .shuffled(document.sections)
      .slice(0, draw.number(6, 13))
      .map((section) => boilerplate(section, fill, draw)),
    ...otherTopics(planning),
  ];
  const shuffled = draw.shuffled(sections);
  shuffled.splice(draw.number(0, shuffled.length), 0, ownSection(made, planning, fill));
  const plan: Plan = {
    title: fill(draw.one(document.titles)),
    opening: draw.one(document.openings).map(fill),
    sections: shuffled,
    closing: document.closings.length > 0 && draw.chance(0.7) ? draw.one(document.closings).map(fill) : [],
    numbering: drawNumbering(draw),
    reference: draw.one(document.references),
    schedule: draw.one(document.schedules),
  };
  placeExtra(plan, made, document, draw);
  placeSchedule(plan, made, document, draw);
  return plan;
}

function boilerplate(
  { headings, clauses }: DocumentFile['sections'][number],
  fill: (text: string) => string,
  draw: Draw,
): Section {
  const chosen = draw.shuffled(clauses).slice(0, draw.number(1, 4));
  return {
    heading: draw.one(headings),
    clauses: chosen.map((variants) => ({ text: fill(draw.one(variants)) })),
  };
}

/**
 * The section with the clause of the pair and with clauses on neighbouring topics. One of these other clauses gets the
 * id `other`, so that wordings can refer to it.
 */
function ownSection(made: Made, { template, draw }: Planning, fill: (text: string) => string): Section {
  const neighbours = draw
    .shuffled(template.neighbours)
    .map(fill)
    .filter((text) => !made.main.includes(text))
    .slice(0, draw.number(1, 3));
  const clauses: Clause[] = neighbours.map((text) => ({ text }));
  const main: Clause = { id: 'main', text: made.main };
  if (made.table && !made.schedule) main.table = made.table;
  const at = draw.number(0, clauses.length);
  clauses.splice(at, 0, main);
  if (made.extra?.at === 'after') clauses.splice(at + 1, 0, { text: made.extra.text });
  const other = clauses.find(({ id }) => id === undefined);
  if (other) other.id = 'other';
  return { heading: capitalized(draw.one(template.headings)), clauses };
}

/** Sections with duties of other templates, because a real document has duties on several topics. */
function otherTopics(planning: Planning): Section[] {
  const { wordings, template, part, slots, draw } = planning;
  const candidates = [
    ...wordings.open.templates.map((one): PlacedTemplate => ({ ...one, part: 'open' })),
    ...(part === 'locked'
      ? wordings.locked.templates.map((one): PlacedTemplate => ({ ...one, part: 'locked' }))
      : []),
  ].filter(
    (one) =>
      one.kind === template.kind &&
      one.name !== template.name &&
      !template.clashes.includes(one.name) &&
      !one.clashes.includes(template.name),
  );
  return draw
    .shuffled(candidates)
    .slice(0, draw.number(2, 5))
    .map((one) => ({ heading: capitalized(draw.one(one.headings)), clauses: clausesOf(one) }));

  function clausesOf(one: PlacedTemplate): Clause[] {
    const addition = additionTo(draw);
    const lexicon = lexiconFor(wordings, part, one);
    const limit = drawLimit(one, draw);
    const role = (name: string): string => slots[name] ?? name;
    const own: Slots = {
      ...slots,
      who: role(one.who),
      whom: role(one.whom ?? one.who),
      name: one.names === undefined ? '' : draw.one(wordings.vocabulary[one.names] ?? ['']),
    };
    const thing = one.thing ? expand(draw.one(one.thing), own, draw) : '';
    const text = limit ? expand(limitText(limit, limit.write(limit.meets), lexicon, draw), own, draw) : '';
    const words = { ...own, thing, limit: text };
    const sentence = sentenceMaker(one, lexicon, draw).sentence(words, modesOf[one.force].met);
    const neighbours = draw
      .shuffled(one.neighbours)
      .slice(0, draw.number(1, 3))
      .map((text) => expand(text, words, draw));
    return draw.shuffled([sentence + addition(one, lexicon, words), ...neighbours]).map((text) => ({ text }));
  }
}

/** Chooses the sentence after a duty on another topic: a second duty or an exception; '' for no sentence. */
function additionTo(draw: Draw) {
  return ({ force, second, exceptions }: PlacedTemplate, lexicon: Lexicon, words: Slots): string => {
    if (force !== 'must') return '';
    if (second && draw.chance(0.35)) return ` ${expand(`It shall ${second.act}.`, words, draw)}`;
    const tricks = lexicon.tricks('exception-next');
    if (exceptions.length === 0 || tricks.length === 0 || !draw.chance(0.4)) return '';
    const next = expand(
      draw.one(tricks).text,
      { ...words, x: expand(draw.one(exceptions), words, draw) },
      draw,
    );
    const { text } = sideOf(next, draw.one(['A', 'B']));
    return ` ${/[.!]$/.test(text) ? text : `${text}.`}`;
  };
}

function placeExtra(plan: Plan, { extra }: Made, { apart }: DocumentFile, draw: Draw): void {
  if (!extra || extra.at === 'here' || extra.at === 'after' || extra.at === 'file') return;
  const clause: Clause = { text: extra.text };
  if (extra.at === 'start') {
    plan.sections.unshift({ heading: 'Preliminary', clauses: [clause] });
    return;
  }
  if (extra.at === 'schedule') {
    plan.sections.push({
      heading: draw.one(['Special terms', 'Particulars', 'Notes']),
      clauses: [clause],
      schedule: true,
    });
    return;
  }
  if (extra.at === 'changes') {
    const text = draw.one([
      'The following changes have been agreed:',
      'Record of changes:',
      'Changes made since the first issue:',
    ]);
    plan.sections.push({
      heading: draw.one(['Changes', 'List of changes', 'Revisions']),
      clauses: [{ text, table: changes(extra.text) }],
    });
    return;
  }
  // The extra clause is added to the last section or to a separate one.
  const last = plan.sections.at(-1);
  if (last && draw.chance(0.4) && !last.clauses.some(({ id }) => id !== undefined)) last.clauses.push(clause);
  else plan.sections.push({ heading: draw.one(apart), clauses: [clause] });
}

function changes(text: TwinText): TwinText[][] {
  return [
    ['No.', 'Change'],
    ['1', 'Spelling of names corrected'],
    ['2', text],
    ['3', 'Page numbers added'],
  ];
}

function placeSchedule(plan: Plan, { schedule, table }: Made, { apart }: DocumentFile, draw: Draw): void {
  if (!schedule) return;
  const heading = draw.one([
    'Values',
    'Particulars',
    'Key figures',
    'Figures',
    'Data sheet',
    apart[0] ?? 'Values',
  ]);
  const { columns, lines } = schedule;
  const [first = '', ...others] = lines;
  const clauses: Clause[] = columns
    ? [{ id: 'sched', text: '', table: [[...columns], ...(table ?? [])] }]
    : [{ id: 'sched', text: first }, ...others.map((text) => ({ text }))];
  plan.sections.push({ heading, clauses, schedule: true });
}
