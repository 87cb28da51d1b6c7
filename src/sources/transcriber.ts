import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ReadFailure } from '../../engine/model/errors.ts';
import type { SpokenSegment, Transcriber } from '../../engine/ports.ts';

export type TranscriberSettings = {
  model: string;
  baseUrl: string | null;
  apiKey: string | null;
  timeoutMs: number;
};

const defaultBaseUrl = 'https://api.openai.com/v1';
const attempts = 3;
const firstPauseMs = 500;

/** Times are in seconds. Endpoints that distinguish speakers name them in `speaker`. */
const answerSchema = z.object({
  text: z.string(),
  duration: z.coerce.number().optional(),
  segments: z
    .array(
      z.object({
        start: z.number().min(0),
        end: z.number().min(0),
        text: z.string(),
        speaker: z.string().optional(),
      }),
    )
    .optional(),
});

/** Transcribes recordings at an endpoint that speaks the OpenAI protocol (`/audio/transcriptions`, verbose JSON). */
export function endpointTranscriber({ model, baseUrl, apiKey, timeoutMs }: TranscriberSettings): Transcriber {
  const url = `${baseUrl ?? defaultBaseUrl}/audio/transcriptions`;
  const ask = async (path: string, name: string, signal: AbortSignal): Promise<Response> => {
    const form = new FormData();
    form.set('file', await openAsBlob(path), name);
    form.set('model', model);
    form.set('response_format', 'verbose_json');
    form.append('timestamp_granularities[]', 'segment');
    const headers = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    return fetch(url, { method: 'POST', body: form, headers, signal: ended });
  };
  return {
    id: `${baseUrl ?? ''} ${model}`,
    model,
    async transcribe({ path, name }, signal) {
      for (let attempt = 1; ; attempt += 1) {
        const response = await ask(path, name, signal).catch((error: unknown) => {
          signal.throwIfAborted();
          return error instanceof Error ? error : new Error(String(error));
        });
        if (response instanceof Response && response.ok) return segmentsOf(await answerIn(response));
        if (attempt === attempts || !mayPass(response)) throw refused(response);
        await pause(firstPauseMs * 2 ** (attempt - 1), undefined, { signal });
      }
    },
  };
}

async function answerIn(response: Response): Promise<unknown> {
  return response.json().catch((cause: unknown) => {
    throw new ReadFailure(
      'not_reachable',
      'The transcription endpoint broke off its answer. Run the check again.',
      {
        cause,
      },
    );
  });
}

function segmentsOf(answer: unknown): SpokenSegment[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) {
    throw new ReadFailure(
      'not_reachable',
      'The transcription endpoint sent an answer that Proviso could not parse. Check TRANSCRIPTION_MODEL and its server.',
      { cause: parsed.error },
    );
  }
  const { segments, text, duration = 0 } = parsed.data;
  if (segments === undefined && text.trim() !== '' && duration === 0) {
    throw new ReadFailure(
      'no_transcription',
      'The transcription endpoint returned no timestamps, which citations need. Use a model that returns segments.',
    );
  }
  return (segments ?? [{ start: 0, end: duration, text, speaker: undefined }]).flatMap((segment) => {
    const words = segment.text.replace(/\s+/g, ' ').trim();
    const line = segment.speaker === undefined ? words : `${segment.speaker}: ${words}`;
    if (words === '') return [];
    return [{ startMs: Math.round(segment.start * 1000), endMs: Math.round(segment.end * 1000), text: line }];
  });
}

function mayPass(outcome: Response | Error): boolean {
  return !(outcome instanceof Response) || outcome.status === 429 || outcome.status >= 500;
}

function refused(outcome: Response | Error): ReadFailure {
  const what = outcome instanceof Response ? `answered ${outcome.status}` : 'did not answer';
  return new ReadFailure(
    'not_reachable',
    `The transcription endpoint ${what}. Check TRANSCRIPTION_MODEL, OPENAI_BASE_URL and OPENAI_API_KEY, and run the check again.`,
    outcome instanceof Error ? { cause: outcome } : {},
  );
}
