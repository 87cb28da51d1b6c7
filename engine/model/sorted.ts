/** Compares texts by UTF-16 code units, so that the order is the same in every locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A value as JSON in which the keys of every object are sorted. */
export function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compare(a, b)))
      : part,
  );
}

/** The values by their keys, in the order in which each key first occurs. */
export function grouped<Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** The values in batches, in their order, as many in each as fit: at most `count` of them, and of at most `size` together. */
export function inBatches<Value>(
  values: Iterable<Value>,
  sizeOf: (value: Value) => number,
  { size, count = Number.POSITIVE_INFINITY }: { size: number; count?: number },
): Value[][] {
  const batches: Value[][] = [];
  let taken = 0;
  for (const value of values) {
    const own = sizeOf(value);
    const last = batches.at(-1);
    if (last && last.length < count && taken + own <= size) {
      last.push(value);
      taken += own;
    } else {
      batches.push([value]);
      taken = own;
    }
  }
  return batches;
}

/**
 * The first number from 0 that meets a condition; `count` if none below `count` does. All numbers after the first one
 * that meets the condition have to meet it too.
 */
export function firstWhere(count: number, meets: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (meets(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
