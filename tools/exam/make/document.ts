import type { Deciding } from '../../../src/eval/exam/grade.ts';
import type { Draw } from '../draw.ts';
import { capitalized, sideOf, type TwinText } from '../language/twin-text.ts';
import type { Side } from '../pairs.ts';
import type { Block } from '../render/block.ts';

/** A clause that has no number yet. Other clauses refer to this clause by its `id`. */
export type Clause = { id?: 'main' | 'other' | 'sched'; text: TwinText; table?: TwinText[][] };

export type Section = { heading: string; clauses: Clause[]; schedule?: boolean };

/** The content of both documents of a pair, in which clauses have no numbers yet. */
export type Plan = {
  title: string;
  opening: string[];
  sections: Section[];
  closing: string[];
  numbering: Numbering;
  /** What the document calls a numbered clause and an appendix, such as `clause` and `Schedule`. */
  reference: string;
  schedule: string;
};

export const numberings = ['1.1', '1 (a)', 'flat', 'A.1', '§'] as const;
export type Numbering = (typeof numberings)[number];

export type Laid = { blocks: Block[]; deciding: Deciding[] };

type Place = { label: string; number: string };

/**
 * Numbers the clauses of one document of the pair and fills in the references to them. Also returns the words that
 * decide the answer for this document.
 */
export function layOut(plan: Plan, side: Side): Laid {
  const places = new Map<string, Place>();
  const numbers = numbered(plan, places);
  const found: Deciding[] = [];
  const resolved = (text: TwinText): string => {
    const one = sideOf(withReferences(text, places), side);
    found.push(...one.deciding);
    return one.text;
  };
  const blocks: Block[] = [{ kind: 'title', text: plan.title }];
  for (const text of plan.opening) blocks.push({ kind: 'paragraph', text: resolved(text) });
  for (const [at, section] of plan.sections.entries()) {
    const own = numbers[at];
    blocks.push({ kind: 'heading', text: `${own?.heading ?? ''}${section.heading}` });
    for (const [index, clause] of section.clauses.entries()) {
      const number = own?.clauses[index] ?? '';
      blocks.push({ kind: 'paragraph', text: `${number}${resolved(clause.text)}` });
      if (clause.table) {
        blocks.push({ kind: 'table', rows: clause.table.map((row) => row.map(resolved)) });
      }
    }
  }
  for (const text of plan.closing) blocks.push({ kind: 'paragraph', text: resolved(text) });
  return {
    blocks: blocks.filter((block) => block.kind !== 'paragraph' || block.text !== ''),
    deciding: found,
  };
}

/**
 * Creates a separate file that refers to the clauses of the plan, such as an amendment. Also returns the words in this
 * file that decide the answer.
 */
export function layOutApart(plan: Plan, title: string, texts: readonly TwinText[], side: Side): Laid {
  const places = new Map<string, Place>();
  numbered(plan, places);
  const found: Deciding[] = [];
  const blocks: Block[] = [{ kind: 'title', text: title }];
  for (const [at, text] of texts.entries()) {
    const one = sideOf(withReferences(text, places), side);
    found.push(...one.deciding);
    blocks.push({ kind: 'paragraph', text: `${at + 1}. ${one.text}` });
  }
  return { blocks, deciding: found };
}

type SectionNumbers = { heading: string; clauses: string[] };

function numbered(
  { sections, numbering, reference, schedule }: Plan,
  places: Map<string, Place>,
): SectionNumbers[] {
  let flat = 0;
  let schedules = 0;
  let ordinary = 0;
  return sections.map((section) => {
    if (section.schedule) {
      schedules += 1;
      const label = `${schedule} ${schedules}`;
      for (const { id } of section.clauses) if (id) places.set(id, { label, number: label });
      return { heading: `${label} – `, clauses: section.clauses.map(() => '') };
    }
    ordinary += 1;
    const clauses = section.clauses.map(({ id }, at) => {
      flat += 1;
      const style = numbersOf(numbering, ordinary, at + 1, flat);
      if (id)
        places.set(id, { label: labelOf(numbering, reference, style.reference), number: style.reference });
      return style.shown;
    });
    return { heading: headingOf(numbering, ordinary), clauses };
  });
}

function headingOf(numbering: Numbering, section: number): string {
  if (numbering === 'flat') return '';
  if (numbering === 'A.1') return `${letter(section)}. `;
  return numbering === '§' ? `§ ${section} ` : `${section}. `;
}

function numbersOf(
  numbering: Numbering,
  section: number,
  clause: number,
  flat: number,
): { shown: string; reference: string } {
  if (numbering === 'flat') return { shown: `${flat}. `, reference: String(flat) };
  if (numbering === '§') return { shown: `(${clause}) `, reference: `${section} (${clause})` };
  if (numbering === '1 (a)') {
    const small = letter(clause).toLowerCase();
    return { shown: `(${small}) `, reference: `${section}(${small})` };
  }
  const number = numbering === 'A.1' ? `${letter(section)}.${clause}` : `${section}.${clause}`;
  return { shown: `${number} `, reference: number };
}

function labelOf(numbering: Numbering, reference: string, number: string): string {
  return numbering === '§' ? `§ ${number}` : `${reference} ${number}`;
}

function letter(count: number): string {
  return String.fromCharCode(64 + ((count - 1) % 26) + 1);
}

function withReferences(text: TwinText, places: ReadonlyMap<string, Place>): TwinText {
  return text
    .replace(/<(main|other|sched)No>/g, (_, id: string) => placeOf(places, id).number)
    .replace(/<(main|other|sched)>/g, (_, id: string) => placeOf(places, id).label)
    .replace(/<(Main|Other|Sched)>/g, (_, id: string) =>
      capitalized(placeOf(places, id.toLowerCase()).label),
    );
}

function placeOf(places: ReadonlyMap<string, Place>, id: string): Place {
  const place = places.get(id);
  if (!place) throw new Error(`a wording refers to <${id}>, which is not in its document`);
  return place;
}

/** Chooses how a document numbers its clauses. */
export function drawNumbering(draw: Draw): Numbering {
  return draw.one(['1.1', '1.1', '1.1', '1 (a)', 'flat', 'A.1', '§']);
}
