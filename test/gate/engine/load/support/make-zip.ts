import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string;
  content: string | Uint8Array;
  /** A false size, written to the directory of the archive. */
  claimedBytes?: number;
  /** Sets the flag that marks the entry as encrypted. */
  encrypted?: boolean;
  /** The entry is only in the directory, and refers to the bytes of the previous entry. */
  shared?: boolean;
};

const namesInUtf8 = 0x800;

/** A ZIP archive of deflated entries, written byte by byte so that its headers can have any content. */
export function makeZip(entries: ZipEntry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let last = 0;
  let packed = Buffer.alloc(0);
  for (const { name, content, claimedBytes, encrypted = false, shared = false } of entries) {
    if (!shared) last = offset;
    const bytes = Buffer.from(content);
    if (!shared) packed = deflateRawSync(bytes, { level: 9 });
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((encrypted ? 1 : 0) | (/[^\x20-\x7e]/.test(name) ? namesInUtf8 : 0), 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedBytes ?? bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(last, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, tail, nameBytes]));
    if (shared) continue;
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, central, Buffer.from('PK\x05\x06'), end]);
}

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A Word document with this content of its body element, and with these other parts. */
export function makeDocx(body: string, parts: Record<string, string> = {}): Uint8Array {
  return makeZip([
    {
      name: '[Content_Types].xml',
      content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    { name: 'word/document.xml', content: `<w:document ${w}><w:body>${body}</w:body></w:document>` },
    ...Object.entries(parts).map(([name, content]) => ({
      name,
      content: content.replace('<w:root', `<w:root ${w}`),
    })),
  ]);
}

/** A paragraph of plain text. */
export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}
