import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js';

/** The content of one storage in a message file: properties by tag (MS-OXPROPS), and the storages inside it. */
export type MadeStorage = {
  texts?: Record<string, string>;
  bytes?: Record<string, Uint8Array>;
  /** Numbers and times (in ms since 1970), which are stored in the storage's list of properties. */
  numbers?: Record<string, number>;
  times?: Record<string, number>;
  inside?: { name: string; storage: MadeStorage }[];
};

const directory = 1;
const stream = 2;
const root = 5;
/** Steps of 100 ns from the year 1601 to 1970. */
const filetimeEpoch = 116_444_736_000_000_000n;

/** A message file (MS-OXMSG) with this content, packed into a compound file. */
export function makeMsg(message: MadeStorage): Uint8Array {
  const entries: Entry[] = [{ name: 'Root Entry', type: root, length: 0, children: [] }];
  addInside(entries, 0, message, 32);
  return burn(entries);
}

function addInside(entries: Entry[], parent: number, made: MadeStorage, headBytes: number): void {
  const { texts = {}, bytes = {}, inside = [] } = made;
  addStream(entries, parent, '__properties_version1.0', properties(made, headBytes));
  for (const [tag, text] of Object.entries(texts)) {
    addStream(entries, parent, `__substg1.0_${tag}001F`, Buffer.from(text, 'utf16le'));
  }
  for (const [tag, content] of Object.entries(bytes))
    addStream(entries, parent, `__substg1.0_${tag}0102`, content);
  for (const { name, storage } of inside) {
    const at = entries.push({ name, type: directory, length: 0, children: [] }) - 1;
    entries[parent]?.children?.push(at);
    addInside(entries, at, storage, name.endsWith('000D') ? 24 : 8);
  }
}

function addStream(entries: Entry[], parent: number, name: string, content: Uint8Array): void {
  const at =
    entries.push({
      name,
      type: stream,
      length: content.length,
      binaryProvider: () => Uint8Array.from(content),
    }) - 1;
  entries[parent]?.children?.push(at);
}

function properties({ numbers = {}, times = {} }: MadeStorage, headBytes: number): Uint8Array {
  const rows = [
    ...Object.entries(numbers).map(([tag, value]) => row(tag, 0x0003, BigInt(value))),
    ...Object.entries(times).map(([tag, ms]) => row(tag, 0x0040, BigInt(ms) * 10_000n + filetimeEpoch)),
  ];
  return Buffer.concat([Buffer.alloc(headBytes), ...rows]);
}

function row(tag: string, type: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16LE(type, 0);
  bytes.writeUInt16LE(Number.parseInt(tag, 16), 2);
  bytes.writeUInt32LE(6, 4);
  bytes.writeBigUInt64LE(value, 8);
  return bytes;
}
