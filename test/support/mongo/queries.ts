import type { Document } from 'mongodb';
import type { IndexPlan } from '../../../src/store/mongo/database/indexes.ts';

/** The filter and sort order of a command. */
export type Query = { collection: string; filter: Document; sort: Document };

/** The queries in a command that the driver sends. */
export function queriesOf(command: Document): Query[] {
  const { find, aggregate, update, findAndModify, distinct } = command;
  const sort = Object.fromEntries(command.sort ?? []);
  if (find) return [{ collection: find, filter: command.filter ?? {}, sort }];
  if (findAndModify) return [{ collection: findAndModify, filter: command.query ?? {}, sort }];
  if (distinct) return [{ collection: distinct, filter: command.query ?? {}, sort }];
  if (aggregate) return [{ collection: aggregate, filter: command.pipeline[0]?.$match ?? {}, sort }];
  const parts: Document[] = command.updates ?? command.deletes ?? [];
  return parts.map(({ q }) => ({ collection: update ?? command.delete, filter: q, sort }));
}

/**
 * The fields of a filter that the index does not cover, which the server therefore checks in each record that matches
 * the other fields. Null if the server would have to read all records or sort in memory.
 * An index serves a filter if its first fields are compared for equality and its next fields are those of the sort
 * order. Ranges must be on the sort fields or on fields after them.
 */
export function unservedFields(
  { key }: IndexPlan,
  { filter, sort }: Omit<Query, 'collection'>,
): string[] | null {
  const conditions = Object.entries(filter);
  const equal = conditions.flatMap(([field, condition]) => (isEquality(field, condition) ? field : []));
  const ranges = conditions.flatMap(([field, condition]) => (isRange(condition) ? field : []));
  const fields = Object.keys(key);
  const firstOpen = fields.findIndex((field) => !equal.includes(field));
  const prefix = fields.slice(0, firstOpen === -1 ? fields.length : firstOpen);
  const rest = fields.slice(prefix.length);

  const sorted = Object.entries(sort).filter(([field]) => !equal.includes(field));
  const directions = sorted.map(([field, way], at) => (rest[at] === field ? way * (key[field] ?? 0) : 0));
  if (!directions.every((direction) => direction !== 0 && direction === directions[0])) return null;

  const narrowed = rest.slice(0, sorted.length + 1).filter((field) => ranges.includes(field));
  if (prefix.length === 0 && narrowed[0] !== rest[0]) return null;
  const served = [...prefix, ...narrowed];
  return conditions.map(([field]) => field).filter((field) => !served.includes(field));
}

function isEquality(field: string, condition: unknown): boolean {
  if (field.startsWith('$')) return false;
  const operators = operatorsOf(condition);
  return operators === null || operators.every((operator) => operator === '$eq' || operator === '$in');
}

function isRange(condition: unknown): boolean {
  const operators = operatorsOf(condition) ?? [];
  return operators.some((operator) => ['$gt', '$gte', '$lt', '$lte'].includes(operator));
}

function operatorsOf(condition: unknown): string[] | null {
  const plain = typeof condition === 'object' && condition !== null && !(condition instanceof Date);
  return plain && Object.keys(condition).some((key) => key.startsWith('$')) ? Object.keys(condition) : null;
}
