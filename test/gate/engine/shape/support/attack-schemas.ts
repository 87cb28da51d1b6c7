import type { JsonObject } from '../../../../../engine/shape/schema/json-object.ts';

/** Definitions `d0` to `dN`, each of which applies the previous one several times. */
export function chain(
  length: number,
  width: number,
  wrap: (inner: JsonObject[]) => JsonObject = (allOf) => ({ allOf }),
): JsonObject {
  const $defs: JsonObject = { d0: { type: 'string' } };
  for (let at = 1; at <= length; at += 1) {
    $defs[`d${at}`] = wrap(Array.from({ length: width }, () => ({ $ref: `#/$defs/d${at - 1}` })));
  }
  return { type: 'object', properties: { a: { $ref: `#/$defs/d${length}` } }, required: ['a'], $defs };
}

/** Schemas that once stopped or slowed the service, by a short name of the attack. */
export const attackSchemas: { [name: string]: JsonObject } = {
  async: {
    $async: true,
    type: 'object',
    properties: { a: { type: 'string', minLength: 5000 } },
    required: ['a'],
  },
  allof: chain(34, 2),
  wide: chain(7, 60),
  not: chain(22, 2, (allOf) => ({ not: { not: { allOf } } })),
  loop: {
    type: 'object',
    properties: { a: { $ref: '#/$defs/x' } },
    required: ['a'],
    $defs: { x: { allOf: [{ $ref: '#/$defs/x' }] } },
  },
};
