import { createHash } from 'node:crypto';
import type { Passage } from '../../engine/model/passage.ts';
import type { Range, ReadMethod, Role, Source, SourceText, Span } from '../../engine/model/source.ts';

/** A page of text. `header` and `footer` are boilerplate, which is neither split into passages nor matched. */
export type PageParts = {
  text: string;
  header?: string;
  footer?: string;
  method?: ReadMethod;
  confidence?: number;
};

/** A paged source as a loader returns it, with one range per page and a line feed between pages. */
export function sourceText(
  pages: readonly (string | PageParts)[],
  mediaType = 'application/pdf',
): SourceText {
  let text = '';
  const ranges: Range[] = [];
  const skips: Span[] = [];
  const furnish = (line: string | undefined) => {
    if (line === undefined) return;
    skips.push({ start: text.length, end: text.length + line.length });
    text += `${line}\n`;
  };
  for (const [index, page] of pages.entries()) {
    const parts: PageParts = typeof page === 'string' ? { text: page } : page;
    const start = text.length;
    furnish(parts.header);
    text += `${parts.text}\n`;
    furnish(parts.footer);
    ranges.push({
      start,
      end: text.length,
      locator: { kind: 'page', page: index + 1 },
      method: parts.method ?? 'text',
      ...(parts.confidence === undefined ? {} : { confidence: parts.confidence }),
    });
  }
  return {
    text,
    ranges,
    skips,
    headings: [],
    pages: pages.length,
    countedAs: 'pages',
    method: ranges[0]?.method ?? 'text',
    mediaType,
    loader: { id: 'test', version: '1' },
    unread: [],
    warnings: [],
  };
}

type SourceParts = { name?: string; role?: Role; fileIndex?: number; url?: string; mediaType?: string };

export function source(pages: readonly (string | PageParts)[], parts: SourceParts = {}): Source {
  const { name = 'agreement.pdf', role = 'input', fileIndex = 0, url, mediaType } = parts;
  const content = sourceText(pages, mediaType);
  return {
    role,
    fileIndex,
    name,
    ...(url === undefined ? {} : { url }),
    linkBase: url ?? name,
    sha256: createHash('sha256').update(content.text).digest('hex'),
    content,
  };
}

/** The passage that is the given page of the source; pages count from 1. */
export function pagePassage(of: Source, page: number, id = `P${page}`): Passage {
  const range = of.content.ranges[page - 1];
  if (!range) throw new Error(`${of.name} has no page ${page}`);
  return { id, source: of, start: range.start, end: range.end, headingPath: [], sentences: [] };
}
