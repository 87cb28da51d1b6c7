import { type Draw, drawFrom } from '../draw.ts';
import type { Slots } from '../language/expand.ts';
import type { TermDictionary } from '../wordings/schemas.ts';

/**
 * Chooses the names, dates and places of one pair of documents from the vocabulary. The result also contains the given
 * `roles`, unchanged.
 */
export function drawSlots(
  roles: Readonly<Record<string, string>>,
  vocabulary: TermDictionary,
  draw: Draw,
): Slots {
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
export function drawFor(seed: number, concern: number): Draw {
  return drawFrom((Math.imul(seed ^ (concern * 0x9e3779b1), 0x85ebca6b) ^ concern) >>> 0);
}
