import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ReadFailure } from '../../engine/model/errors.ts';
import { FetchError } from '../fetch/errors.ts';
import type { FetchedFile, FetchRequest } from '../fetch/guarded-fetch.ts';

/**
 * The maximum size of one answer. Twelve hours of speech take less than 8 MB in YouTube's longest format, and the page
 * of a video takes less than 3 MB.
 */
const mostBytes = 16 * 1024 * 1024;
/** The time for all requests about one video together. */
const deadlineMs = 60_000;

type FetchOfUser = (request: Omit<FetchRequest, 'user'>) => Promise<FetchedFile>;

const transcriptSchema = z.array(
  z.object({ text: z.string(), offset: z.number().min(0), duration: z.number().min(0) }),
);

/**
 * The transcript of a video as WebVTT. It is read from YouTube with youtube-transcript, through the guarded fetch.
 * Throws a `ReadFailure` with the code `no_transcription` or `not_reachable`, a `FetchError`, or the reason of the
 * signal.
 */
export async function youTubeTranscript(
  video: string,
  guardedFetch: FetchOfUser,
  signal: AbortSignal,
): Promise<string> {
  const library = await import('youtube-transcript');
  const network = youTubeNetwork(guardedFetch, signal);
  const spoken = await library.fetchTranscript(video, { fetch: network.fetch }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw network.failure()?.error ?? reasonOf(error, library);
  });
  const parsed = transcriptSchema.safeParse(spoken);
  if (!parsed.success) throw notUnderstood(parsed.error);
  // YouTube has two transcript formats, one with times in milliseconds and one with times in seconds. The package does
  // not convert the times to one unit.
  const unitMs = network.countsMilliseconds() ? 1 : 1000;
  const cues = parsed.data.flatMap(({ text, offset, duration }) => {
    const words = text.replace(/\s+/g, ' ').trim();
    const from = Math.round(offset * unitMs);
    return words === '' ? [] : [cue(from, from + Math.round(duration * unitMs), words)];
  });
  if (cues.length === 0) throw noTranscript();
  return ['WEBVTT', ...cues, ''].join('\n\n');
}

/** A `fetch` that only requests YouTube, through the guarded fetch, and records failures. */
function youTubeNetwork(guardedFetch: FetchOfUser, signal: AbortSignal) {
  const endsAt = performance.now() + deadlineMs;
  let failure: { error: unknown } | null = null;
  let last = '';

  async function answerOf(url: string, init: RequestInit): Promise<Response> {
    if (!isYouTube(url)) throw new FetchError('blocked_address');
    const { method = 'GET', body } = init;
    const file = await guardedFetch({
      url,
      signal,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(method === 'POST' && typeof body === 'string' && { body }),
      maxBytes: mostBytes,
      deadlineMs: Math.max(1, Math.ceil(endsAt - performance.now())),
    });
    try {
      last = await readFile(file.path, 'utf8');
      return new Response(last);
    } finally {
      await file.close();
    }
  }

  const ask: typeof fetch = async (input, init = {}) => {
    failure = null;
    try {
      return await answerOf(input instanceof Request ? input.url : String(input), init);
    } catch (error) {
      // If YouTube refuses a request, the package needs a response, so that it can throw its own error or try its
      // second method.
      if (error instanceof FetchError && error.code === 'http_status') {
        return new Response(null, { status: 404 });
      }
      failure = { error };
      throw error;
    }
  };
  return {
    fetch: ask,
    /** Why the last request failed without an answer; null if an answer arrived. */
    failure: () => failure,
    countsMilliseconds: () => /<p\s+t="\d+"\s+d="\d+"/.test(last),
  };
}

function isYouTube(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && hostname.endsWith('.youtube.com');
}

function cue(fromMs: number, toMs: number, words: string): string {
  const escaped = words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return `${timestamp(fromMs)} --> ${timestamp(toMs)}\n${escaped}`;
}

function timestamp(ms: number): string {
  const part = (size: number, of: number, digits: number) =>
    String(Math.floor(ms / size) % of).padStart(digits, '0');
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`;
}

type PassageIndex = typeof import('youtube-transcript');

/** The error to report. It depends only on the class of YouTube's answer, and contains none of its text. */
function reasonOf(error: unknown, library: PassageIndex): unknown {
  if (error instanceof library.YoutubeTranscriptTooManyRequestError) {
    return new ReadFailure(
      'not_reachable',
      'YouTube accepts no more requests from this machine for now. Run the check again later, or add the subtitles of the video (SRT or WebVTT) as a file.',
      { cause: error },
    );
  }
  if (error instanceof library.YoutubeTranscriptVideoUnavailableError) {
    return new ReadFailure(
      'not_reachable',
      'YouTube does not show the video. Open the link without being signed in to check that it is public.',
      { cause: error },
    );
  }
  return error instanceof library.YoutubeTranscriptError ? noTranscript(error) : notUnderstood(error);
}

function noTranscript(cause?: Error): ReadFailure {
  return new ReadFailure(
    'no_transcription',
    'YouTube provides no transcript of the video. Add its subtitles (SRT or WebVTT) or the recording itself as a file.',
    cause === undefined ? {} : { cause },
  );
}

function notUnderstood(cause: unknown): ReadFailure {
  return new ReadFailure(
    'not_reachable',
    'YouTube sent an answer that Proviso could not parse. Add the subtitles of the video (SRT or WebVTT) as a file.',
    { cause },
  );
}
