import { dialChecked } from '../../../src/fetch/connect.ts';
import type { Network } from '../../../src/fetch/request.ts';
import { answer, httpServer, type Listening, publicAddress } from '../../gate/fetch/loopback.ts';

/**
 * Captions in YouTube's two formats: `srv3` with times in milliseconds, `classic` with times in seconds and text that
 * is escaped twice.
 */
export const srv3 = (cues: [startMs: number, durationMs: number, inner: string][]): string =>
  `<?xml version="1.0"?><timedtext format="3"><body>${cues
    .map(([start, duration, inner]) => `<p t="${start}" d="${duration}">${inner}</p>`)
    .join('\n')}</body></timedtext>`;
export const classic = (cues: [start: number, duration: number, text: string][]): string =>
  `<transcript>${cues
    .map(([start, duration, text]) => `<text start="${start}" dur="${duration}">${text}</text>`)
    .join('')}</transcript>`;

export type Video = {
  captions?: string;
  /** The URL of the captions, as the list of captions names it. */
  captionsUrl?: string;
  /** The player's API does not list the captions, so the page must be read. */
  onlyOnPage?: boolean;
  /** The page shows a captcha instead of the video. */
  captcha?: boolean;
};

/** A server on loopback that answers like YouTube, and a network that resolves YouTube's names to it. */
export type YouTube = {
  network: Network;
  /** The method and path of each request. */
  asked: string[];
  server: Listening;
  close(): Promise<void>;
};

export async function startYouTube(videos: Record<string, Video>): Promise<YouTube> {
  const asked: string[] = [];
  const player = (id: string, { captions, captionsUrl }: Video) => {
    const baseUrl = captionsUrl ?? `https://www.youtube.com/api/timedtext?v=${id}`;
    const captionTracks = captions === undefined ? [] : [{ baseUrl, languageCode: 'en' }];
    return {
      playabilityStatus: { status: 'OK' },
      captions: { playerCaptionsTracklistRenderer: { captionTracks } },
    };
  };
  const server = await httpServer(async (request, response) => {
    const { method, pathname, id, body } = await readRequest(request);
    asked.push(`${method} ${pathname}`);
    if (pathname === '/youtubei/v1/player') {
      const wanted: { videoId?: string } = JSON.parse(body);
      const video = videos[wanted.videoId ?? ''];
      const known = video !== undefined && video.onlyOnPage !== true && video.captcha !== true;
      return response.end(JSON.stringify(known ? player(wanted.videoId ?? '', video) : {}));
    }
    const video = videos[id];
    if (pathname === '/api/timedtext') return response.end(video?.captions ?? '');
    if (video === undefined) return response.end('<html>Video unavailable</html>');
    if (video.captcha) return response.end('<form class="g-recaptcha"></form>');
    response.end(`<script>var ytInitialPlayerResponse = ${JSON.stringify(player(id, video))};</script>`);
  });
  const network: Network = {
    lookup: async (host) => {
      if (host.endsWith('.youtube.com')) return answer(publicAddress);
      throw Object.assign(new Error(`unknown host ${host}`), { code: 'ENOTFOUND' });
    },
    // Certificates are not tested here, so the connection is unencrypted once the guard has checked the address.
    dial: (destination, callback) =>
      dialChecked(
        { ...destination, protocol: 'http:', port: String(server.port), addresses: answer('127.0.0.1') },
        callback,
      ),
  };
  return { network, asked, server, close: () => server.close() };
}

async function readRequest(request: import('node:http').IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://youtube');
  return {
    method: request.method,
    pathname,
    id: searchParams.get('v') ?? '',
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
