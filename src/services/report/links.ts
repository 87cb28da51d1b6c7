import { linkTo } from '../../../engine/cite/link-to.ts';
import type { Citation } from '../../../engine/model/citation.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import type { ReportContext } from './report.ts';

/** A link that is not relative and can have a place in a report. Other schemes, such as `javascript:`, cannot. */
const webLink = /^https?:\/\//i;
const anyScheme = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Returns the target of a citation's link. In the path of a local file, every character that has a meaning in links is
 * encoded, whatever the name of the file is. A web address and the position in the file are encoded only where they are
 * not encoded yet. A relative link never looks like a link with a scheme.
 */
export function linkOf(citation: Citation, { linkFrom }: Pick<ReportContext, 'linkFrom'>): string {
  const { link } = citation;
  if (webLink.test(link)) return encodedAddress(link);
  const position = positionOf(citation);
  const path = linkFrom(link.slice(0, link.length - position.length));
  const whole = `${encodeURI(wellFormed(path)).replace(/[#?]/g, encodeURIComponent)}${encodedAddress(position)}`;
  return anyScheme.test(whole) ? `./${whole}` : whole;
}

/** The content of a file without text. A position does not depend on the text. */
const noContent: Omit<SourceText, 'mediaType'> = {
  ...{ text: '', ranges: [], skips: [], headings: [], unread: [], warnings: [] },
  ...{ pages: 0, countedAs: 'file', method: 'text', loader: { id: '', version: '' } },
};

/** The fragment that `linkTo` has added to the path of a local file; empty if there is none. */
function positionOf({ link, locator, source: { mediaType } }: Citation): string {
  const position = linkTo({ linkBase: '', content: { ...noContent, mediaType } }, locator);
  return link.endsWith(position) ? position : '';
}

/** Encodes what a URL cannot contain, and keeps what is already encoded. */
export function encodedAddress(text: string): string {
  return encodeURI(wellFormed(text)).replace(/%25([0-9A-Fa-f]{2})/g, '%$1');
}

/** Replaces halves of surrogate pairs, which no URL can contain. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
