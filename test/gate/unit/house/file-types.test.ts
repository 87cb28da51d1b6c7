import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, pageWithTable } from '../../../../docs/file-types.ts';
import { fileFormats, formatOfHead, formatOfName } from '../../../../engine/load/formats/formats.ts';
import { mediaTypeOf } from '../../../../src/assets/media-type.ts';
import { repositoryRoot } from './repository.ts';

describe('the list of file types', () => {
  it.each(pages)('is the same as in %s', (page) => {
    const published = readFileSync(join(repositoryRoot, page), 'utf8');
    expect(published, 'run: npx tsx docs/make-file-types.ts').toBe(pageWithTable(repositoryRoot, page));
  });

  it('contains each id and each extension once', () => {
    const ids = fileFormats.map(({ id }) => id);
    const extensions = fileFormats.flatMap((format) => format.extensions);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(extensions).size).toBe(extensions.length);
    for (const format of fileFormats)
      for (const extension of format.extensions)
        expect(formatOfName(`Report${extension.toUpperCase()}`)).toBe(format);
  });

  it('determines both the media type of a stored upload and the way in which the file is read', () => {
    for (const format of fileFormats)
      for (const magic of format.magic ?? []) {
        const head = Buffer.alloc(64);
        for (const { at = 0, bytes } of [magic, ...(magic.and ? [magic.and] : [])])
          head.write(bytes, at, 'latin1');
        expect(formatOfHead(head)?.id).toBe(format.id);
        expect(mediaTypeOf(head, 'upload')).toBe(format.mediaType);
      }
  });

  it('determines the media type by the extension for formats that share a container format', () => {
    const zip = Buffer.from('PK\x03\x04 and more', 'latin1');
    const compound = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more', 'latin1');
    for (const { packed, stream, extensions, mediaType } of fileFormats) {
      if (packed) for (const one of extensions) expect(mediaTypeOf(zip, `a${one}`)).toBe(mediaType);
      if (stream) for (const one of extensions) expect(mediaTypeOf(compound, `a${one}`)).toBe(mediaType);
    }
    expect(mediaTypeOf(zip, 'book.epub')).toBe('application/epub+zip');
    expect(mediaTypeOf(zip, 'a.pdf')).toBe('application/zip');
  });
});
