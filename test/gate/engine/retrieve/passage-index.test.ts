import { describe, expect, it } from 'vitest';
import { readableText } from '../../../../engine/chunk/readable-text.ts';
import type { Source } from '../../../../engine/model/source.ts';
import type { Evidence } from '../../../../engine/retrieve/evidence.ts';
import { createPassageIndex, type PassageIndex } from '../../../../engine/retrieve/passage-index.ts';
import { source } from '../../../support/sources.ts';
import { filler } from '../check/support/ask.ts';

const found = (evidence: Evidence): string[] =>
  evidence.inputs.map(({ passage }) => readableText(passage.source.content, passage).replace(/\s+/g, ' '));

const idsOf = ({ passages }: PassageIndex): string[] => [...passages.values()].map(({ id }) => id);

const search = async (description: string, sources: readonly Source[], name = 'Rule') =>
  (await createPassageIndex(sources)).retrieve({ name, description }, sources);

describe('the passages found for a rule', () => {
  it('include those that use a different name, if the source itself defines it', async () => {
    const evidence = await search('Passwords must be changed.', [
      source([
        ...filler,
        'A memorized secret, commonly referred to as a password, is chosen by the user of the system.',
        'Memorized secrets are changed when they are known to others. They are kept apart from names.',
      ]),
    ]);
    expect(found(evidence).slice(0, 2).join(' ')).toContain('Memorized secrets are changed');
    expect(evidence.terms.find(({ word }) => word === 'passwords')?.alternatives).toContainEqual([
      'memor',
      'secret',
    ]);
  });

  it('include a financial statement under the name that its company uses', async () => {
    const evidence = await search('The profit and loss account must be audited.', [
      source([
        ...filler,
        'Consolidated Statements of Operations\n\nNet sales 45,201',
        'An account of the journey is kept by the office.',
      ]),
    ]);
    expect(found(evidence)[0]).toContain('Statements of Operations');
    expect(evidence.terms.find(({ word }) => word === 'profit')?.alternatives).toContainEqual([
      'statement',
      'oper',
    ]);
  });

  it.each([
    [
      'The false match rate (FMR) tells how often a stranger passes.',
      'The FMR is 1 in 1000.',
      'The false match rate is low.',
    ],
    [
      'Fair market value ("FMV") is set by an expert.',
      'The FMV is paid in cash.',
      'The fair market value is paid.',
    ],
    [
      'Phishing, also known as impersonation, is common.',
      'Impersonation is reported at once.',
      'Phishing is reported.',
    ],
  ])(
    'include those with the abbreviation or name that is defined in "%s"',
    async (definition, text, rule) => {
      const evidence = await search(rule, [source([...filler, definition, ...filler, text])]);
      expect(found(evidence).slice(0, 2)).toContainEqual(expect.stringContaining(text));
    },
  );

  it('do not include those with a different name that the source does not define', async () => {
    const evidence = await search('Termination must be announced.', [
      source(['Revocation of a key, sometimes referred to as termination, is announced by the office.']),
    ]);
    expect(evidence.terms.find(({ word }) => word === 'termination')?.alternatives).toEqual(
      [['termin'], ['kei']].slice(0, 1),
    );
  });

  it('include those with the words by which a knowledge file explains the rule', async () => {
    const policy = source(
      [
        'Sick leave: an employee who is ill hands in a medical certificate from a physician on the third day.',
      ],
      { name: 'policy.pdf', role: 'authority' },
    );
    const input = source([...filler, 'A certificate from a physician is asked for.', ...filler]);
    const evidence = await search('Sick leave of an employee must be shown by day three.', [input, policy]);
    expect(evidence.authority).toHaveLength(1);
    expect(evidence.queries).toHaveLength(2);
    expect(found(evidence)[0]).toContain('certificate from a physician');
  });

  it('include the exceptions that follow them', async () => {
    const evidence = await search('The tenant must not sublet the premises.', [
      source([
        ...filler,
        'The tenant shall not sublet the premises. Relatives are guests. Clause nine notwithstanding, guests may stay.',
        ...filler,
      ]),
    ]);
    expect(evidence.exceptions.length).toBeGreaterThan(0);
  });

  it('include an exception two passages away that has no words in common with the rule', async () => {
    const long = (words: string) =>
      `${words} ${'It was written down by the office in the usual way. '.repeat(20)}`;
    const evidence = await search('The tenant must not sublet the premises.', [
      source([
        ...filler.map(long),
        long('The tenant shall not sublet the premises.'),
        long('Relatives are guests.'),
        long('Notwithstanding the foregoing, students may share rooms.'),
        ...filler.map(long),
      ]),
    ]);
    const texts = evidence.exceptions.map(({ passage }) => readableText(passage.source.content, passage));
    expect(texts.some((text) => text.includes('students may share rooms'))).toBe(true);
  });

  it('are the same if a file is added later, and the other files are split and indexed only once', async () => {
    const knowledge = source(['Rent means what the tenant pays.', ...Array(30).fill(filler).flat()], {
      name: 'terms.pdf',
      role: 'authority',
    });
    const one = source([...filler, 'The rent is paid within 30 days.'], { name: 'one.pdf' });
    const rule = { name: 'Rent', description: 'The rent must be paid within 30 days.' };
    const atOnce = await createPassageIndex([knowledge, one]);
    const first = await createPassageIndex([knowledge]);
    const added = await first.with([one]);
    expect(await added.retrieve(rule, [knowledge, one])).toEqual(
      await atOnce.retrieve(rule, [knowledge, one]),
    );
    expect(idsOf(added)).toEqual(idsOf(atOnce));
    expect(added.passagesOf(knowledge)).toBe(first.passagesOf(knowledge));
    const passages = [...added.passages.values()];
    expect(passages.map(({ id }) => added.passages.get(id))).toEqual(passages);
    expect(first.passagesOf(one)).toEqual([]);
  });

  it('depend on the searched files only', async () => {
    const one = source([...filler, 'The rent is paid within 30 days.'], { name: 'one.pdf' });
    const other = source([...filler, 'The rent, also known as the fee, is paid within 60 days.'], {
      name: 'other.pdf',
      fileIndex: 1,
    });
    const rule = { name: 'Rent', description: 'The rent must be paid within 30 days.' };
    const alone = await (await createPassageIndex([one])).retrieve(rule, [one]);
    const among = await (await createPassageIndex([other, one])).retrieve(rule, [one]);
    const shape = ({ inputs, terms }: Evidence) => ({
      inputs: inputs.map(({ passage, score }) => [passage.source.name, passage.start, score]),
      terms,
    });
    expect(shape(among)).toEqual(shape(alone));
  });

  it('are the same whatever the order of the files, even for equal scores', async () => {
    const sources = ['a', 'b', 'c'].map((letter, fileIndex) =>
      source([`File ${letter}.`, 'The rent is paid within 30 days.'], { name: `${letter}.pdf`, fileIndex }),
    );
    const order = async (list: Source[]): Promise<string[]> =>
      (await search('The rent must be paid within 30 days.', list)).inputs.map(
        ({ passage, score }) => `${passage.source.name} ${passage.start} ${score}`,
      );
    expect(await order([...sources].reverse())).toEqual(await order(sources));
  });

  it('have the same scores however many files mention a different name', async () => {
    const definition = 'A memorized secret, also known as a password, is chosen by the user.';
    const sources = [0, 1].map((fileIndex) =>
      source([definition, ...filler, `Page ${fileIndex} ends.`], { name: `${fileIndex}.pdf`, fileIndex }),
    );
    const evidence = await search('Passwords must be changed.', sources);
    expect(evidence.terms.find(({ word }) => word === 'passwords')?.alternatives).toEqual([
      ['password'],
      ['memor', 'secret'],
    ]);
  });

  it('show which words of the rule no file has', async () => {
    const sources = [source([...filler, 'The rent is paid within 30 days.'])];
    const far = await search('Cyber liability insurance must be held by the operator.', sources);
    expect(far.terms.filter(({ present }) => !present).map(({ word }) => word)).toContain('insurance');
  });
});

describe('a passage index', () => {
  it('has a warning that names each file in a language with incomplete word lists', async () => {
    const german = 'Der Mieter darf die Räume nicht ohne die Zustimmung des Vermieters an Dritte vermieten. ';
    const { warnings } = await createPassageIndex([
      source([german.repeat(5)], { name: 'vertrag.pdf' }),
      source(filler),
    ]);
    expect(warnings).toMatchObject([{ code: 'language_not_supported', file: 'vertrag.pdf' }]);
  });

  it('treats a source that is passed twice as one source', async () => {
    const of = source(filler);
    const [twice, once] = [await createPassageIndex([of, of]), await createPassageIndex([of])];
    expect(idsOf(twice)).toEqual(idsOf(once));
    expect(twice.passages.size).toBe(once.passages.size);
  });

  it('numbers the passages of all files consecutively', async () => {
    const passageIndex = await createPassageIndex([
      source(filler),
      source(['The rent is paid.'], { name: 'b.pdf' }),
    ]);
    const { passages } = passageIndex;
    const ids = idsOf(passageIndex);
    expect(ids).toEqual(ids.map((_, index) => `P00${index + 1}`));
    expect(passages.get(ids.at(-1) ?? '')?.source.name).toBe('b.pdf');
    expect([...passages.values()].map(({ id }) => passages.get(id)?.id)).toEqual(ids);
    expect(['P000', `P00${ids.length + 1}`, 'P1', 'P01x', ''].map((id) => passages.get(id))).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('finds nothing if there is no source', async () => {
    const evidence = await search('The rent must be paid.', []);
    expect(evidence).toMatchObject({ inputs: [], authority: [], exceptions: [] });
  });
});
