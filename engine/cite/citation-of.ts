import type { Citation, Stance } from '../model/citation.ts';
import { hiddenFrom, namesOf, type ReadMethod, type SourceText, type Span } from '../model/source.ts';
import { linkTo } from './link-to.ts';
import type { Located } from './locate-quote.ts';
import { isStruck, locatorAt, rangesAt } from './locator-at.ts';
import { quoteText } from './quote-text.ts';

/** Reading methods, the least reliable first. */
const worstFirst: ReadMethod[] = ['vision', 'transcript', 'ocr', 'text'];

/**
 * The citation of a located quote. The words of a citation come from the stored source, never from the answer of the
 * checker. Words that are struck out explain a finding, but support and contradict nothing.
 */
export function citationOf(located: Located, stance: Stance): Citation {
  const { source, start, end, match } = located;
  const { role, fileIndex, url, sha256, content } = source;
  const locator = locatorAt(content, { start, end });
  const struck = isStruck(content, { start, end });
  return {
    source: {
      role,
      fileIndex,
      ...namesOf(source),
      ...(url === undefined ? {} : { url }),
      sha256,
      mediaType: content.mediaType,
    },
    locator,
    quote: quoteText(content, { start, end }),
    start,
    end,
    stance: struck ? 'qualifies' : stance,
    method: methodAt(content, { start, end }),
    ...(end > hiddenFrom(content) && { hidden: true }),
    ...(struck && { struck }),
    match,
    link: linkTo(source, locator),
  };
}

/**
 * The method by which the words of a span were read (text, OCR and so on); if there are several methods, the least
 * reliable.
 */
export function methodAt(content: SourceText, span: Span): ReadMethod {
  const methods = rangesAt(content, span).map(({ method }) => method);
  return worstFirst.find((method) => methods.includes(method)) ?? content.method;
}
