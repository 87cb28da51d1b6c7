import { canonicalJson } from '../../../src/domain/canonical-json.ts';
import { chance } from '../faults/chance.ts';
import { type Entry, entriesOf, withHashes, zipped } from './zip.ts';

/** A changed bundle, and what was changed in it. */
export type Changed = { what: string; bytes: Buffer };

/**
 * Yields changed bundles: one byte anywhere in the file; one byte of an entry, packed again; and one field of an entry
 * that is JSON, packed again. Of the latter two, every second bundle also names the new hash of the entry in
 * bundle.json, which is then not signed.
 */
export async function* changedBundles(bundle: Buffer, count: number, seed: number): AsyncGenerator<Changed> {
  const random = chance(seed);
  const entries = entriesOf(bundle);
  for (let at = 0; at < count; at += 1) {
    if (at % 3 === 0) yield { what: `byte ${at} of the file`, bytes: withOtherByte(bundle, random) };
    else {
      const rehashed = at % 2 === 0;
      const [path, content] = entryFor(entries, at % 3 === 2, rehashed, random);
      const changed = at % 3 === 1 ? withOtherByte(content, random) : withOtherField(content, random);
      const all = entries.map(([name, old]): Entry => [name, name === path ? changed : old]);
      const what = `${at % 3 === 1 ? 'a byte' : 'a field'} of ${path}${rehashed ? ', with its hash' : ''}`;
      yield { what, bytes: await zipped(rehashed ? withHashes(all) : all) };
    }
  }
}

function entryFor(entries: Entry[], isJson: boolean, rehashed: boolean, random: () => number): Entry {
  const fitting = entries.filter(
    ([path]) => (!isJson || path.endsWith('.json')) && (!rehashed || path !== 'bundle.json'),
  );
  const chosen = fitting[Math.floor(random() * fitting.length)];
  if (chosen === undefined) throw new Error('the bundle has no such entry');
  return chosen;
}

function withOtherByte(content: Buffer, random: () => number): Buffer {
  const changed = Buffer.from(content);
  const at = Math.floor(random() * changed.length);
  changed[at] = (changed[at] ?? 0) ^ (1 + Math.floor(random() * 255));
  return changed;
}

/** Changes one leaf of a JSON value, at a random place. */
export function withOtherField(content: Buffer, random: () => number): Buffer {
  const changed = otherField(JSON.parse(content.toString()), random);
  return Buffer.from(canonicalJson(changed));
}

function otherField(value: unknown, random: () => number): unknown {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (value === null) return 'x';
  if (Array.isArray(value)) {
    if (value.length === 0) return ['x'];
    const at = Math.floor(random() * value.length);
    return value.map((item, index) => (index === at ? otherField(item, random) : item));
  }
  const members = Object.entries(value ?? {});
  if (members.length === 0) return { x: 1 };
  const at = Math.floor(random() * members.length);
  return Object.fromEntries(
    members.map(([key, member], index) => [key, index === at ? otherField(member, random) : member]),
  );
}
