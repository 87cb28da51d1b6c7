import type { Locator } from '../model/locator.ts';
import type { Source } from '../model/source.ts';

const markdown = 'text/markdown';
const pdf = 'application/pdf';
const epub = 'application/epub+zip';

/**
 * A link that opens the source at the cited place, if programs for such sources support that:
 * - `#page=23` for pages of a PDF;
 * - `#t=61.2` (seconds) for recordings and `#xywh=percent:…` for a part of a picture (W3C Media Fragments);
 * - the element's anchor for web pages, and the heading's anchor for Markdown;
 * - `#L3-L7` for lines;
 * - `&t=61s` for YouTube videos, because YouTube ignores fragments.
 *
 * In all other cases the link opens the source at its beginning. The beginning of a file's name is never taken for a
 * URL scheme.
 */
export function linkTo(source: Pick<Source, 'linkBase' | 'url' | 'content'>, locator: Locator): string {
  const base = source.url === undefined ? pathOf(source.linkBase) : source.linkBase.replace(/#.*$/s, '');
  if (locator.kind === 'time' && source.url !== undefined) {
    const video = youTubeVideoIn(source.url);
    if (video !== null) return youTubeMoment(video, locator.startMs);
  }
  const fragment = fragmentOf(locator, source.content.mediaType);
  return fragment === '' ? base : `${base}#${fragment}`;
}

/** A link to a file named `javascript:x` would run `x`, so a name with a colon is prefixed with `./`. */
function pathOf(name: string): string {
  return /^[^/]*:/.test(name) ? `./${name}` : name;
}

function fragmentOf(locator: Locator, mediaType: string): string {
  switch (locator.kind) {
    case 'page':
      return mediaType === pdf ? `page=${locator.page}` : '';
    case 'time':
      return `t=${locator.startMs / 1000}`;
    case 'region': {
      if (locator.page !== undefined) return mediaType === pdf ? `page=${locator.page}` : '';
      const { x, y, width, height } = locator.box;
      return `xywh=percent:${[x, y, width, height].map((part) => Math.round(part * 1000) / 10).join(',')}`;
    }
    case 'lines':
      return locator.from === locator.to ? `L${locator.from}` : `L${locator.from}-L${locator.to}`;
    case 'section':
      if (mediaType === epub) return '';
      if (locator.anchor !== undefined) return encodeURIComponent(locator.anchor);
      return mediaType === markdown && locator.heading !== undefined ? anchorOf(locator.heading) : '';
    case 'cell':
      return encodeURIComponent(`${locator.sheet}!${locator.range}`);
    case 'slide':
    case 'message':
      return '';
  }
}

/** The anchor that Markdown renderers usually generate for a heading: lower case, spaces as hyphens, no punctuation. */
function anchorOf(heading: string): string {
  return encodeURIComponent(
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replace(/\s/gu, '-'),
  );
}

const youTubeHosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
];
const youTubeId = /^[\w-]{11}$/;

/** The id of the video that a YouTube link opens; null for any other link, also for one to a YouTube channel. */
export function youTubeVideoIn(link: string): string | null {
  if (!URL.canParse(link)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(link);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const host = hostname.replace(/\.$/, '');
  const [, first = '', second = ''] = pathname.split('/');
  const shown = () => {
    if (host === 'youtu.be') return first;
    if (!youTubeHosts.includes(host.replace(/^www\.(?=youtube-)/, ''))) return null;
    if (first === 'watch') return searchParams.get('v');
    return ['embed', 'v', 'shorts', 'live'].includes(first) ? second : null;
  };
  const id = shown();
  return id !== null && youTubeId.test(id) ? id : null;
}

/** The link that plays a video from `ms` on, rounded down because YouTube accepts whole seconds only. */
function youTubeMoment(id: string, ms: number): string {
  return `https://www.youtube.com/watch?v=${id}&t=${Math.floor(ms / 1000)}s`;
}
