const hosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
];
const idPattern = /^[\w-]{11}$/;

/** The id of the video that a YouTube link shows; null for every other link, such as a channel's. */
export function youTubeVideoIn(link: string): string | null {
  if (!URL.canParse(link)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(link);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const host = hostname.replace(/\.$/, '');
  const [, first = '', second = ''] = pathname.split('/');
  const shown = () => {
    if (host === 'youtu.be') return first;
    if (!hosts.includes(host.replace(/^www\.(?=youtube-)/, ''))) return null;
    if (first === 'watch') return searchParams.get('v');
    return ['embed', 'v', 'shorts', 'live'].includes(first) ? second : null;
  };
  const id = shown();
  return id !== null && idPattern.test(id) ? id : null;
}

/** The link that plays a video from a moment, in ms; YouTube accepts whole seconds. */
export function youTubeMoment(id: string, ms: number): string {
  return `https://www.youtube.com/watch?v=${id}&t=${Math.floor(ms / 1000)}s`;
}
