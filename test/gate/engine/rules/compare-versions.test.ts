import { describe, expect, it } from 'vitest';
import { type Rule, ruleListSchema } from '../../../../engine/model/rule.ts';
import { foundIn } from '../../../../engine/rules/extract/found-in.ts';
import { namedRules } from '../../../../engine/rules/extract/naming.ts';
import { compareVersions } from '../../../../engine/rules/versions/compare-versions.ts';
import { source } from '../../../support/sources.ts';
import { changedPolicy, drawFrom, placesOf, textOf, writtenPolicy } from './support/written-policy.ts';

const rulesIn = (...pages: string[]) => namedRules([[...foundIn(source(pages))]]);
const compared = (before: string, after: string, edit = (rule: Rule): Rule => rule) =>
  compareVersions(rulesIn(before).rules.map(edit), rulesIn(after));

const isWeak = (words: string) => /\bshould\b/.test(words);

const policy = `1 Passwords
1.1 Choosing
Passwords must be at least 12 characters long.
The administrator shall:
(a) change default passwords before a device is used; and
(b) answer “urgent” requests within 4 hours.
1.2 Sharing
Staff shall not share passwords.`;

it('a change of a position names the position, keeps what the author added, and never an earlier position', () => {
  const table = (fallback: string) =>
    `Topic | Preferred position | Fallback | Not acceptable\nDeletion | Data are deleted in 30 days | ${fallback} | Data may be kept`;
  const before = table('Data are deleted in 60 days');
  const after = table('Data are deleted in 90 days');
  const own = compared(before, after, (rule) => ({ ...rule, severity: 'high', references: ['P7'] }));
  expect(own.rules).toMatchObject([
    { severity: 'high', fallbacks: ['Data are deleted in 90 days'], never: 'Data may be kept' },
  ]);
  expect(own.rules[0]?.references).toContain('P7');
  expect(own.versions).toMatchObject([{ kind: 'changed', positions: ['fallbacks'] }]);
  const edited = compared(before, after, (rule) => ({ ...rule, fallbacks: ['Data are destroyed soon'] }));
  expect(edited.rules).toMatchObject([{ fallbacks: ['Data are destroyed soon'] }]);
  expect(edited.versions).toMatchObject([{ kind: 'changed', keepsWording: true }]);
});

describe('two versions of a policy', () => {
  it.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'with 30 changes by script have exactly these changes (seed %i)',
    (seed) => {
      const draw = drawFrom(seed);
      const earlier = writtenPolicy(draw);
      const later = changedPolicy(earlier, draw, 30);
      const [before, after] = [placesOf(earlier), placesOf(later)];
      const expected = [...new Set([...before.keys(), ...after.keys()])].flatMap((uid) => {
        const [was, is] = [before.get(uid), after.get(uid)];
        if (!is || isWeak(is.words)) return [`gone ${was?.clause} ${was?.words}`];
        if (!was) return [`new ${is.clause} ${is.words}`];
        const kind = was.words !== is.words ? 'changed' : was.clause === is.clause ? 'unchanged' : 'moved';
        return [`${kind} ${was.clause} ${was.words} -> ${is.clause} ${is.words}`];
      });

      const { rules } = rulesIn(textOf(earlier));
      const comparison = compareVersions(rules, rulesIn(textOf(later)));
      const words = ({ leadIn, quote }: { leadIn?: string; quote: string }) =>
        `${leadIn === undefined ? '' : `${leadIn} `}${quote.replace(/^\([a-z]\) /, '')}`.replace(
          /(?:; and|[;.])$/,
          '',
        );
      const found = comparison.versions.map(({ kind, before: was, after: is }) =>
        [kind, ...[was, is].flatMap((place) => (place === null ? [] : [`${place.clause} ${words(place)}`]))]
          .join(' -> ')
          .replace(' -> ', ' '),
      );

      expect(found.sort()).toEqual(expected.sort());
      const weakened = comparison.versions.filter(
        ({ before: was }) =>
          was !== null &&
          [...after.values()].some((is) => is.words === words(was).replace(/shall|must/, 'should')),
      );
      for (const version of weakened)
        expect(version).toMatchObject({ kind: 'gone', leftOut: { reason: 'recommendation' } });
    },
  );

  it('have the words that were changed, and what the change is about', () => {
    const { versions } = compared(policy, policy.replace('12 characters', '14 characters'));
    expect(versions.filter(({ kind }) => kind !== 'unchanged')).toMatchObject([
      {
        kind: 'changed',
        id: '1.1-1',
        changes: [{ kind: 'number', before: '12', after: '14' }],
        diff: [
          { in: 'both', text: 'Passwords must be at least' },
          { in: 'before', text: '12' },
          { in: 'after', text: '14' },
          { in: 'both', text: 'characters long' },
        ],
      },
    ]);
  });

  it('differ at the beginning, in the middle and at the end of a sentence', () => {
    const { versions } = compared(policy, policy.replace('Passwords must be at', 'All passwords must be at'));
    expect(versions).toContainEqual(expect.objectContaining({ kind: 'changed', id: '1.1-1' }));
    const reworded = policy.replace(
      'Staff shall not share passwords.',
      'Staff must not reveal, publish or lend passwords.',
    );
    expect(compared(policy, reworded).counts).toMatchObject({ new: 0, changed: 1, gone: 0 });
    const longer = compared(policy, policy.replace('characters long', 'characters long at any time'));
    expect(longer.versions.find(({ kind }) => kind === 'changed')?.changes).toMatchObject([
      { before: '', after: 'at any time' },
    ]);
  });

  it('do not differ by line ends, page ends, quotation marks and spaces', () => {
    const wrapped = policy.replace('at least 12', 'at least\n12').replace('“urgent”', '"urgent"');
    const { counts } = compareVersions(rulesIn(policy).rules, rulesIn('A cover sheet.', wrapped));
    expect(counts).toMatchObject({ new: 0, changed: 0, moved: 0, gone: 0, unchanged: 4 });
  });
});

describe('the rules of a new version', () => {
  const edit = (rule: Rule): Rule => ({
    ...rule,
    name: `Mine: ${rule.id}`,
    severity: 'high',
    tags: ['it'],
    owner: 'Ada',
    ifAbsent: 'violated',
    examples: { satisfies: ['An example.'] },
  });
  const next = `${policy.replace('12 characters', '14 characters')}\n1.3 Storage\nStaff shall not print passwords.`;

  it('keep the ids and all that their author added, and have the new words and places', () => {
    const { rules } = compared(policy, next, edit);
    const added = { severity: 'high', tags: ['it'], owner: 'Ada', ifAbsent: 'violated' };
    expect(rules.map(({ id }) => id)).toEqual(['1.1-1', '1.1-2', '1.1-3', '1.2-1', '1.3-1']);
    expect(rules[0]).toMatchObject({
      ...added,
      name: 'Mine: 1.1-1',
      description: 'Passwords must be at least 14 characters long.',
      source: { quote: 'Passwords must be at least 14 characters long.' },
    });
    expect(rules[3]).toMatchObject({ ...added, examples: { satisfies: ['An example.'] } });
    expect(rules[4]).not.toHaveProperty('severity');
  });

  it('get a new name with new words, unless the author chose the name', () => {
    expect(compared(policy, next).rules[0]?.name).toContain('14 characters');
  });

  it('keep the wording of the author, and say so if the policy changed', () => {
    const reworded = (rule: Rule): Rule =>
      rule.id === '1.1-1' ? { ...rule, description: 'Nobody has a password shorter than 12 signs.' } : rule;
    const same = compared(policy, policy, reworded);
    expect(same.counts).toMatchObject({ unchanged: 4, changed: 0, keepsWording: 0 });
    expect(same.rules[0]?.description).toContain('12 signs');
    const { rules, versions } = compared(policy, next, reworded);
    expect(rules[0]?.description).toContain('12 signs');
    expect(versions[0]).toMatchObject({ kind: 'changed', keepsWording: true });
  });

  it('keep every rule of a sentence that the author split', () => {
    const [first, ...others] = rulesIn(policy).rules;
    if (!first) throw new Error('there is no rule');
    const split = [first, { ...first, id: 'second', description: 'Passwords must be long.' }, ...others];
    const { versions } = compareVersions(split, rulesIn(next));
    expect(versions.slice(0, 2)).toMatchObject([
      { kind: 'changed', id: '1.1-1', keepsWording: true },
      { kind: 'changed', id: 'second', keepsWording: true },
    ]);
  });

  it('include the rules that have no source, and are valid', () => {
    const mine = { name: 'Mine', description: 'The Supplier shall have insurance.' };
    const { rules, counts } = compareVersions([mine, ...rulesIn(policy).rules], rulesIn(next));
    expect(rules.at(-1)).toEqual(mine);
    expect(counts).toMatchObject({ own: 1, gone: 0 });
    expect(ruleListSchema.safeParse(rules).error).toBeUndefined();
  });

  it('never get the id of a rule that is gone', () => {
    const other = policy.replace('Staff shall not share passwords.', 'Visitors must ring the bell twice.');
    const { versions } = compared(policy, other);
    expect(versions).toContainEqual(expect.objectContaining({ kind: 'gone', id: '1.2-1' }));
    expect(versions).toContainEqual(expect.objectContaining({ kind: 'new', id: '1.2-1.2' }));
  });
});
