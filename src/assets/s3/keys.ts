/**
 * The number of digits of every time in a key. Times are in ms; with 14 digits, keys sort by time until the year 5138.
 */
const timeDigits = 14;

/** The prefixes of all keys of the service, which may share its bucket with others. */
export const ownFolders = ['files', 'unfinished', 'notes'];
export const contentFolder = 'files/';
export const draftFolder = 'unfinished/';

/** What the key of an object says about the asset that the object belongs to. */
export type Named = { id: string; createdAt: Date };

/** A marker that says that an asset is being stored or removed, and since when. */
export type Draft = Named & { begunAt: Date };

export function noteKey(id: string): string {
  return `notes/${id}`;
}

export function contentKey({ id, createdAt }: Named): string {
  return `${contentFolder}${timeIn(createdAt)}-${id}`;
}

export function draftKey({ begunAt, ...named }: Draft): string {
  return `${draftFolder}${timeIn(begunAt)}-${named.id}-${timeIn(named.createdAt)}`;
}

/** The asset whose content has this key; null for any other key. */
export function contentIn(key: string): Named | null {
  const [, time, id] = /^files\/(\d{14})-([0-9a-f]{40})$/.exec(key) ?? [];
  return time === undefined || id === undefined ? null : { id, createdAt: new Date(Number(time)) };
}

/** The draft that has this key; null for any other key. */
export function draftIn(key: string): Draft | null {
  const [, begun, id, made] = /^unfinished\/(\d{14})-([0-9a-f]{40})-(\d{14})$/.exec(key) ?? [];
  if (begun === undefined || id === undefined || made === undefined) return null;
  return { id, begunAt: new Date(Number(begun)), createdAt: new Date(Number(made)) };
}

function timeIn(time: Date): string {
  return String(time.getTime()).padStart(timeDigits, '0');
}
