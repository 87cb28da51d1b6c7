import type { QueryPlan } from './queries.ts';
import type { IndexPlan } from './schema.ts';

/**
 * Why an index does not serve a query, or null if it does. It serves one whose equalities are the first fields of the
 * index, whose sort continues after them, and whose ranges are there or within the sort.
 */
export function whyNotServed({ key }: IndexPlan, query: QueryPlan): string | null {
  const { equal = [], range = [], sort = {} } = query;
  const fields = Object.keys(key);
  const firstOpen = fields.findIndex((field) => !equal.includes(field));
  const prefix = fields.slice(0, firstOpen === -1 ? fields.length : firstOpen);
  const rest = fields.slice(prefix.length);
  const sorted = Object.entries(sort).filter(([field]) => !equal.includes(field));

  const unserved = equal.filter((field) => !prefix.includes(field));
  if (unserved.length > 0) return `not among the first fields of the index: ${unserved.join(', ')}`;
  const unknown = range.filter((field) => !rest.includes(field));
  if (unknown.length > 0) return `no field of the index: ${unknown.join(', ')}`;
  const stray = range.filter((field) => rest.indexOf(field) > sorted.length);
  if (stray.length > 0) return `not bound by the fields before: ${stray.join(', ')}`;
  if (equal.length === 0 && range.length === 0 && sorted.length === 0) return 'it asks for nothing';
  const directions = sorted.map(([field, direction], at) =>
    rest[at] === field ? direction * (key[field] ?? 0) : 0,
  );
  const same = directions.every((direction) => direction !== 0 && direction === directions[0]);
  return same ? null : 'the sort is not the order of the index';
}

/**
 * Why a filter does not match a query, or null if it does: it must have each field that the query has, and no other.
 */
export function whyNotOf(
  { equal = [], range = [], beside = [] }: QueryPlan,
  filter: Readonly<Record<string, unknown>>,
): string | null {
  const missing = [...equal, ...range].filter((field) => filter[field] === undefined);
  if (missing.length > 0) return `${missing.join(', ')} left out`;
  const open = equal.filter((field) => !isEquality(filter[field]));
  if (open.length > 0) return `${open.join(', ')} not held to values`;
  const known = [...equal, ...range, ...beside];
  const others = Object.keys(filter).filter((field) => !known.includes(field));
  return others.length > 0 ? `it does not ask for ${others.join(', ')}` : null;
}

function isEquality(condition: unknown): boolean {
  if (typeof condition !== 'object' || condition === null || condition instanceof Date) return true;
  const operators = Object.keys(condition);
  return operators.length === 1 && (operators[0] === '$eq' || operators[0] === '$in');
}
