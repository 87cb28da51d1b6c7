import type { IndexPlan } from './schema.ts';

type Sort = Readonly<Record<string, 1 | -1>>;

/**
 * Why an index does not serve a query, or null when it does. It serves one whose equalities are the first fields
 * of the index, whose sort goes on where they end, and whose first range stands there or within the sort. What the filter asks beside that
 * has to be named in `beside`: it is checked record by record.
 */
export function whyNotServed(
  { key }: IndexPlan,
  filter: Readonly<Record<string, unknown>>,
  sort: Sort,
  beside: readonly string[],
): string | null {
  const fields = Object.keys(key);
  const asked = Object.keys(filter).filter((field) => !beside.includes(field));
  const equal = new Set(asked.filter((field) => isEquality(filter[field])));
  const firstOpen = fields.findIndex((field) => !equal.has(field));
  const prefix = firstOpen === -1 ? fields.length : firstOpen;
  const rest = fields.slice(prefix);
  const bound = asked.filter((field) => !fields.slice(0, prefix).includes(field));
  const sorted = Object.entries(sort).filter(([field]) => !equal.has(field));

  const unknown = bound.filter((field) => !rest.includes(field));
  if (unknown.length > 0) return `no field of the index: ${unknown.join(', ')}`;
  const stray = bound.filter((field) => rest.indexOf(field) > sorted.length);
  if (stray.length > 0) return `not bound by what stands before: ${stray.join(', ')}`;
  if (prefix === 0 && bound.length === 0 && sorted.length === 0) return 'nothing asks for the first field';
  const directions = sorted.map(([field, direction], at) =>
    rest[at] === field ? direction * (key[field] ?? 0) : 0,
  );
  const same = directions.every((direction) => direction !== 0 && direction === directions[0]);
  return same ? null : 'the sort is not the order of the index';
}

function isEquality(condition: unknown): boolean {
  if (typeof condition !== 'object' || condition === null || condition instanceof Date) return true;
  const operators = Object.keys(condition);
  return operators.length === 1 && (operators[0] === '$eq' || operators[0] === '$in');
}
