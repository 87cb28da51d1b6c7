import { createHash } from 'node:crypto';
import type { Truth } from '../../src/eval/exam/grade.ts';
import { type Draw, drawFrom, seedOf } from './draw.ts';
import type { Kind } from './kinds.ts';
import { capitalized, deciding, either, type TwinText } from './language/twin-text.ts';
import { type Clause, drawNumbering, layOut, type Plan, type Section } from './make/document.ts';
import { drawFormat, drawWidth } from './make/format.ts';
import type { PlannedPair, Side } from './pairs.ts';
import { truths } from './truths.ts';
import type { German, GermanTemplate as Template } from './wordings/schemas.ts';

/** The clause of a pair, a clause elsewhere in the document, and the right answers. */
type Made = { main: TwinText; extra?: TwinText; truth: Record<Side, Truth> };

type MakeGerman = (template: Template, german: German, draw: Draw) => Made;

const made = {
  number: ({ clause, meets, breaks }) => differing(clause, meets, breaks),
  unit: ({ clause, meets, unit }) => differing(clause, meets, unit),
  paraphrase: ({ paraphrase, meets, breaks }) => differing(paraphrase, meets, breaks),
  denial: (template) => ({
    main: deciding('AB', either(met(template), template.denial)),
    truth: { A: truths.met, B: truths.broken },
  }),
  verbatim: ({ rule, denial }) => ({
    main: deciding('AB', either(rule, denial)),
    truth: { A: truths.met, B: truths.broken },
  }),
  deletion: (template, { deletions }, draw) => ({
    main: deciding('A', met(template)),
    extra: deciding('B', otherInA(draw.one(deletions))),
    truth: { A: truths.met, B: truths.broken },
  }),
  amendment: ({ clause, meets, breaks }, { amendments }, draw) => ({
    main: clause.replace('<q>', draw.chance(0.5) ? meets : breaks),
    extra: deciding('AB', draw.one(amendments).replace('<S>', clause.replace('<q>', either(meets, breaks)))),
    truth: { A: truths.metByNewer, B: truths.brokenByNewer },
  }),
  rejection: (template, { rejections }, draw) => framed(template, draw.one(rejections)),
  former: (template, { formers }, draw) => framed(template, draw.one(formers)),
  absence: (template) => ({
    main: deciding('A', either(met(template), template.neighbours[0] ?? '')),
    truth: { A: truths.met, B: truths.absent },
  }),
} satisfies Partial<Record<Kind, MakeGerman>>;

/** The kinds of differences that the exam has in German. */
export const germanKinds = Object.keys(made).filter((kind): kind is keyof typeof made => kind in made);

/** The text about the clause in document B, and about a neighbouring clause in document A. */
function otherInA(text: string): TwinText {
  return text.replace('<main>', either('<other>', '<main>')).replace('<Main>', either('<Other>', '<Main>'));
}

function met({ clause, meets }: Template): string {
  return clause.replace('<q>', meets);
}

function differing(sentence: string, good: string, bad: string): Made {
  const main = deciding('AB', sentence.replace('<q>', either(good, bad)));
  return { main, truth: { A: truths.met, B: truths.broken } };
}

/** The sentence alone in document A, and in document B within words that take its effect away. */
function framed(template: Template, frame: string): Made {
  const sentence = met(template);
  return {
    main: deciding('AB', either(sentence, frame.replace('<S>', sentence))),
    truth: { A: truths.met, B: truths.broken },
  };
}

/**
 * Yields pairs of German documents: the kinds and the templates take turns. The same choice yields the same pairs, and
 * no two pairs share a document.
 */
export function* germanPairs(
  { seed, pairs, kind }: { seed: number; pairs: number; kind?: Kind | undefined },
  german: German,
): Generator<PlannedPair, void, undefined> {
  const chosen = germanKinds.filter((one) => kind === undefined || one === kind);
  for (let at = 0; at < pairs; at += 1) {
    const ofKind = chosen[at % chosen.length];
    const template = german.templates[Math.floor(at / chosen.length) % german.templates.length];
    if (ofKind && template) yield pairOf(seedOf(seed, 'de', at), ofKind, template, german);
  }
}

function pairOf(seed: number, kind: keyof typeof made, template: Template, german: German): PlannedPair {
  const draw = drawFrom(seed);
  const make: MakeGerman = made[kind];
  const clause = make(template, german, draw);
  const plan = planOf(clause, template, german, draw);
  const format = drawFormat(kind, draw);
  const id = createHash('sha256').update(`de ${seed} ${kind} ${template.name}`).digest('hex').slice(0, 10);
  const twin = (side: Side, letter: string): PlannedPair['twins'][number] => {
    const laid = layOut(plan, side);
    return {
      side,
      truth: clause.truth[side],
      deciding: laid.deciding,
      papers: [{ name: `${id}${letter}`, blocks: laid.blocks }],
    };
  };
  const turned = draw.chance(0.5);
  return {
    id,
    kind,
    template: template.name,
    part: 'open',
    format,
    width: drawWidth(drawFrom(seedOf(seed, 'look'))),
    rule: { name: template.heading, description: template.rule },
    twins: [twin(turned ? 'B' : 'A', '1'), twin(turned ? 'A' : 'B', '2')],
  };
}

/** The document around the clause: clauses of other templates, clauses that every agreement has, and `extra`. */
function planOf({ main, extra }: Made, template: Template, german: German, draw: Draw): Plan {
  const neighbours = draw.shuffled(template.neighbours).filter((text) => !main.includes(text));
  const own: Section = {
    heading: template.heading,
    clauses: draw.shuffled([
      { id: 'main' as const, text: main },
      ...neighbours.map((text, at): Clause => ({ ...(at === 0 && { id: 'other' as const }), text })),
    ]),
  };
  const others = draw
    .shuffled(german.templates.filter(({ name }) => name !== template.name))
    .slice(0, draw.number(2, 5))
    .map(
      (other): Section => ({
        heading: other.heading,
        clauses: [{ text: met(other) }, ...other.neighbours.map((text) => ({ text }))],
      }),
    );
  const usual = draw
    .shuffled(german.boilerplate)
    .slice(0, draw.number(2, 4))
    .map(({ heading, clauses }): Section => ({ heading, clauses: clauses.map((text) => ({ text })) }));
  const sections = draw.shuffled([own, ...others, ...usual]);
  if (extra !== undefined)
    sections.push({ heading: 'Besondere Vereinbarungen', clauses: [{ text: capitalized(extra) }] });
  return {
    title: draw.one(german.title),
    opening: [draw.one(german.opening)],
    sections,
    closing: [],
    numbering: drawNumbering(draw),
    reference: draw.one(german.references),
    schedule: 'Anlage',
  };
}
