import type { ProjectEvent } from './api.ts';
import type { Connection } from './connection.ts';
import { notFromProviso, refusalOf } from './response.ts';
import type { FollowOptions } from './surface.ts';

/**
 * Follows a project: yields its state now and after each change, until its run has ended. A lost connection is
 * reopened, and no event is repeated. Throws `ProvisoRequestError` if the service rejects the request, and
 * `ProvisoConnectionError` if something that is not Proviso answers.
 */
export async function* followProject(
  { base, headers, fetch }: Connection,
  projectId: string,
  { signal, retryMs = 1_000 }: FollowOptions = {},
): AsyncGenerator<ProjectEvent, void, undefined> {
  const over = () => signal?.aborted === true;
  let last: string | null = null;
  while (!over()) {
    const answer: Response | null = await fetch(`${base}/v1/projects/${projectId}/events`, {
      headers: { ...headers, accept: 'text/event-stream', ...(last !== null && { 'last-event-id': last }) },
      signal: signal ?? null,
    }).catch(() => null);
    if (answer !== null && answer.status >= 400 && answer.status < 500) throw await refusalOf(answer);
    if (answer?.ok) {
      if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream'))
        throw notFromProviso(answer);
      for await (const received of eventsIn(answer.body)) {
        last = received.id;
        const event = eventIn(received.data);
        if (event === null) throw notFromProviso(answer);
        yield event;
        if (event.status !== 'deploying') return;
      }
    }
    if (!over()) await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

function eventIn(data: string): ProjectEvent | null {
  try {
    const event: unknown = JSON.parse(data);
    return isEvent(event) ? event : null;
  } catch {
    return null;
  }
}

function isEvent(value: unknown): value is ProjectEvent {
  return typeof value === 'object' && value !== null && 'status' in value && 'progress' in value;
}

type ServerSentEvent = { id: string; data: string };

/** The events of a stream until it ends or breaks. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
        const [id, data] = [field('id'), field('data')];
        if (id !== undefined && data !== undefined) yield { id, data };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
