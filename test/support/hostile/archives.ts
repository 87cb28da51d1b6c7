import { makeZip } from '../../gate/engine/load/support/make-zip.ts';

/** Spaces of this many MB, which compress to a thousandth of that size. */
export function swollen(megabytes: number): Buffer {
  return Buffer.alloc(megabytes * 1024 * 1024, 32);
}

/** An archive whose entries all refer to the compressed bytes of the first entry. */
export function overlapping(entries: number): Uint8Array {
  const content = 'The Supplier shall keep records. '.repeat(10_000);
  return makeZip(
    Array.from({ length: entries }, (_, at) => ({ name: `${at}.txt`, content, shared: at > 0 })),
  );
}
