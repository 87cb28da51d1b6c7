import type { Finding } from '../model/finding.ts';
import type { Json } from '../model/result.ts';
import { assignedMeaning, type FieldPart } from './fields/assigned-field.ts';
import { shapeOutput } from './shape.ts';
import type { Shaped, ShapeLimits } from './shaped.ts';

/** Which part of which finding goes into a leaf, by JSON pointer. */
export type Choice = { pointer: string; findingId: string; part: FieldPart };

/**
 * Creates the output, with unnamed leaves filled by the given choices. A choice contains no values: the values come
 * from the findings and are validated like all other values. If the output does not meet the format because of the
 * choices, the output without choices is returned.
 */
export function shapeByChoices(
  format: Json,
  findings: readonly Finding[],
  choices: readonly Choice[],
  limits: ShapeLimits,
): Shaped {
  const plain = shapeOutput(format, findings, undefined, limits);
  if (choices.length === 0) return plain;
  const leaves = new Map(plain.unnamed.map(({ pointer, leaf }) => [pointer, leaf]));
  const known = new Map(findings.map((finding) => [finding.id, finding]));
  const assigned = new Map(
    choices.flatMap(({ pointer, findingId, part }) => {
      const leaf = leaves.get(pointer);
      const finding = known.get(findingId);
      return leaf && finding ? [[pointer, assignedMeaning({ finding, part }, leaf)] as const] : [];
    }),
  );
  const shaped = shapeOutput(format, findings, assigned, limits);
  return shaped.output === null ? plain : shaped;
}
