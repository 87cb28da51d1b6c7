import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { sharedPath } from '../shared.ts';
import type { Material } from './caller.ts';

const cases = z.object({ rules: z.array(z.object({ name: z.string(), description: z.string() })) });

/** Ten rules and a contract of four hundred clauses, written for the tests. */
export function ownSample(): Material {
  const clause = (at: number) =>
    `The supplier shall keep record ${at} of every delivery for at least ${(at % 9) + 2} years.`;
  const text = Array.from({ length: 400 }, (_, at) => clause(at)).join('\n');
  return {
    rules: Array.from({ length: 10 }, (_, at) => ({
      name: `Record ${at * 31}`,
      description: clause(at * 31),
    })),
    inputs: [{ name: 'contract.txt', bytes: Buffer.from(text) }],
    knowledge: [],
  };
}

/**
 * The guide of 79 pages, its 14 rules, and the standard that the rules are based on; null if these files are not
 * available.
 */
export function guideSample(): Material | null {
  const guide = sharedPath('samples/NIST.SP.800-63b.pdf');
  const standard = sharedPath('samples/FIPS200.pdf');
  const rules = sharedPath('samples/nist-800-63b.cases.json');
  if (guide === null || standard === null || rules === null) return null;
  return {
    rules: cases.parse(JSON.parse(readFileSync(rules, 'utf8'))).rules,
    inputs: [{ name: 'NIST.SP.800-63b.pdf', bytes: readFileSync(guide) }],
    knowledge: [{ name: 'FIPS200.pdf', bytes: readFileSync(standard) }],
  };
}
