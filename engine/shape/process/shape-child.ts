import type { Finding } from '../../model/finding.ts';
import { offer } from '../../sandbox/offer.ts';
import type { FormatProblem } from '../schema/check-size.ts';
import { isJsonSchema } from '../schema/from-schema.ts';
import { schemaProblems } from '../shape.ts';
import { type Choice, shapeByChoices } from '../shape-by-choices.ts';
import type { Shaped, ShapeLimits } from '../shaped.ts';

/** The findings that arrived since the last output. */
let findings: Finding[] = [];

/** Formats arrive as JSON, which can have keys that all JavaScript objects have. */
const offered = {
  begin(): void {},

  check(format: string): FormatProblem[] {
    const schema = JSON.parse(format);
    return isJsonSchema(schema) ? schemaProblems(schema) : [];
  },

  take(batch: readonly Finding[]): void {
    findings.push(...batch);
  },

  shape(format: string, choices: readonly Choice[], limits: ShapeLimits): Shaped {
    const taken = findings;
    findings = [];
    return shapeByChoices(JSON.parse(format), taken, choices, limits);
  },
};

export type ShapeChild = typeof offered;

offer(offered);
