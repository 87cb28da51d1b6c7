import { describe, expect, it } from 'vitest';
import { readableText } from '../../../../engine/chunk/readable-text.ts';
import type { Passage } from '../../../../engine/model/passage.ts';
import type { Source } from '../../../../engine/model/source.ts';
import { createPassageIndex, type PassageIndexOptions } from '../../../../engine/retrieve/passage-index.ts';
import { SubjectIndexes } from '../../../../engine/retrieve/subject-indexes.ts';
import { withSignal } from '../../../../engine/runtime/step.ts';
import { source } from '../../../support/sources.ts';
import { filler } from '../check/support/ask.ts';

const rule = { name: 'The tenant', description: 'The tenant must not sublet the premises.' };
const textOf = ({ passage }: { passage: Passage }) => readableText(passage.source.content, passage);

async function evidenceIn(sources: readonly Source[], options: PassageIndexOptions = {}) {
  const index = await createPassageIndex(sources, options);
  return index.retrieve(rule, sources);
}

describe('the exceptions beside the best passages', () => {
  /** Sentences that are longer than half of a passage. */
  const long = (words: string) =>
    `${words} ${'It was written down by the office in the usual way. '.repeat(12)}`;
  const exceptions = (from: number) =>
    Array.from({ length: 5 }, (_, at) => long(`Unless it rains, pupils may share hut ${from + at}.`));
  const clause = long('The tenant shall not sublet the premises.');

  /** The places of the best passages and of the exceptions; `heading` is a line that is a heading. */
  async function placesIn(texts: readonly string[], heading?: string) {
    const one = source(texts);
    const start = one.content.text.indexOf(heading ?? '');
    const headings =
      heading === undefined ? [] : [{ start, end: start + heading.length, level: 1, text: heading }];
    const read = { ...one, content: { ...one.content, headings } };
    const index = await createPassageIndex([read]);
    const { inputs, exceptions: found } = await index.retrieve(rule, [read]);
    const passages = index.passagesOf(read);
    const placeOf = ({ passage }: { passage: Passage }) => passages.indexOf(passage);
    const best = inputs.map(placeOf);
    const places = found.map(placeOf).filter((place) => !best.includes(place));
    return { passages, best, places: places.toSorted((x, y) => x - y) };
  }

  it('are at most two passages away, before or after', async () => {
    const { passages, best, places } = await placesIn([...exceptions(10), clause, ...exceptions(20)]);
    const [at = 0, ...others] = best;
    expect(others).toEqual([]);
    expect(places).toEqual([at - 2, at - 1, at + 1, at + 2]);
    for (const place of [at - 3, at + 3]) {
      const passage = passages[place];
      expect(passage && textOf({ passage })).toContain('Unless it rains');
    }
  });

  it('are not those under another heading', async () => {
    const heading = 'Huts for pupils';
    const texts = [...exceptions(10), clause, heading, ...exceptions(20)];
    const { passages, best, places } = await placesIn(texts, heading);
    const next = passages[Math.max(...best) + 1];
    expect(next?.headingPath).toEqual([heading]);
    expect(next && textOf({ passage: next })).toContain('Unless it rains');
    expect(places.length).toBeGreaterThanOrEqual(2);
    expect(places.filter((place) => place > Math.max(...best))).toEqual([]);
  });

  it('are at most eight, the best first', async () => {
    const many = Array.from({ length: 12 }, (_, at) =>
      long(`The tenant shall not sublet hall ${at} unless it rains.`),
    );
    const { exceptions: found } = await evidenceIn([source([...many, clause])]);
    expect(found).toHaveLength(8);
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });
});

describe('the evidence for a rule', () => {
  const clauses = (count: number) =>
    Array.from({ length: count }, (_, at) => `The tenant must not sublet the premises to person ${at}.`);
  const knowledge = (texts: readonly string[]) => source(texts, { name: 'policy.pdf', role: 'authority' });
  const input = source([...filler, ...clauses(8), ...filler]);
  const apart = (texts: readonly string[]) => texts.flatMap((text) => [text, ...filler]);

  it('has as many input passages as a reader wants, the best of all', async () => {
    const all = (await evidenceIn([source(apart(clauses(8)))])).inputs.map(textOf);
    const few = (await evidenceIn([source(apart(clauses(8)))], { most: 3 })).inputs.map(textOf);
    expect(all.length).toBeGreaterThan(3);
    expect(few).toEqual(all.slice(0, 3));
  });

  it('has up to six passages of knowledge files, if these are about the rule', async () => {
    const about = await evidenceIn([input, knowledge(apart(clauses(20)))]);
    expect(about.authority).toHaveLength(6);
    expect(about.authority.map(textOf).every((text) => text.includes('sublet'))).toBe(true);
    const other = await evidenceIn([
      input,
      knowledge(['The tenant waters the flowers of the hall.', ...filler]),
    ]);
    expect(other.authority).toEqual([]);
    expect(other.queries).toHaveLength(1);
    expect(other.inputs.map(textOf)).toEqual((await evidenceIn([input])).inputs.map(textOf));
  });

  it('says of each word of the rule whether one of the input files has it', async () => {
    const one = source(['The tenant pays the rent in advance.'], { name: 'one.pdf' });
    const two = source(['Nobody may sublet the hall.'], { name: 'two.pdf', fileIndex: 1 });
    const { terms } = await evidenceIn([one, two, knowledge(['The premises are the rooms of the tenant.'])]);
    const present = Object.fromEntries(terms.map(({ word, present: isPresent }) => [word, isPresent]));
    expect(present).toEqual({ tenant: true, sublet: true, premises: false });
  });
});

describe('the indexes of the subjects of a run', () => {
  const german = 'Der Mieter darf die Räume nicht ohne die Zustimmung des Vermieters an Dritte vermieten. ';
  const file = (name: string, fileIndex: number) =>
    source([german.repeat(4), ...filler.slice(0, 1)], { name, fileIndex });

  it('share the passages of the knowledge files, and warn in the order of the subjects', async () => {
    const policy = source([german.repeat(5)], { name: 'policy.pdf', role: 'authority' });
    const indexes = new SubjectIndexes({
      warningsAbout: (passages) =>
        [...new Set(passages.map((one) => one.source.name))].map((name) => ({ code: 'read', message: name })),
    });
    const config = withSignal(undefined, new AbortController().signal);
    const open = (place: number, name: string) =>
      indexes.open({ place, searched: [policy, file(name, place)] }, config);
    const opened = [await open(2, 'c.txt'), await open(0, 'a.txt'), await open(1, 'b.txt')];
    const [own = [], ...others] = opened.map((index) => index.passagesOf(policy));
    expect(own.length).toBeGreaterThan(0);
    for (const other of others) expect(other[0]).toBe(own[0]);
    const { language, checker } = indexes.warnings();
    expect(language.map((warning) => warning.file)).toEqual(['policy.pdf', 'a.txt', 'b.txt', 'c.txt']);
    expect(checker.map(({ message }) => message)).toEqual(['policy.pdf', 'a.txt', 'b.txt', 'c.txt']);
  });
});
