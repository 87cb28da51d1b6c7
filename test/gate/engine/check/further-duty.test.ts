import { expect, it } from 'vitest';
import { askedOf } from '../../../../engine/check/lexical/compare/asked.ts';
import { english } from '../../../../engine/language/english.ts';

const parts = (description: string) =>
  askedOf(description, english, [], (words) =>
    words.every((word) => /^(?:supplier|customer)$/.test(word)),
  ).map(({ actor, act, isFurther, objects, words }) => ({
    actor,
    act,
    isFurther,
    objects,
    named: [...words.keys()].includes('supplier'),
  }));

it('a second duty that names no actor has the actor of the first', () => {
  expect(parts('The Supplier shall encrypt the backups and shall test the alarms.')).toMatchObject([
    { actor: ['supplier'], isFurther: false, objects: ['backup'] },
    { actor: ['supplier'], isFurther: true, objects: ['alarm'], named: true },
  ]);
});
