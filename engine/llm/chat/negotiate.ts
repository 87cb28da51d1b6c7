import { ModelFailure } from '../model-failure.ts';
import { answerModes, type ChatRequest, type EndpointCapabilities } from './chat-endpoint.ts';
import type { RawAnswer } from './raw-answer.ts';

const learned = new Map<string, EndpointCapabilities>();
const learning = new Map<string, Promise<void>>();

export type NegotiatedAnswer = { answer: RawAnswer; capabilities: EndpointCapabilities };
type AskWith = (capabilities: EndpointCapabilities) => Promise<RawAnswer>;

/**
 * Asks in the strictest mode that the server supports: a JSON Schema, else a tool call, else a JSON object, else plain
 * text. Sends temperature and seed unless the server refuses them, and the limit of the answer under the name that it accepts. The first request finds out what the server refuses,
 * and the process remembers the result; concurrent requests wait for it.
 */
export async function negotiate(id: string, ask: AskWith): Promise<NegotiatedAnswer> {
  const first = learning.get(id);
  if (first) await first;
  const known = learned.get(id);
  if (known) return { capabilities: known, answer: await ask(known) };
  const attempt = findOut(id, ask);
  if (!learning.has(id)) {
    // If this first attempt fails, each waiting request makes its own attempt.
    const over = Promise.allSettled([attempt]).then(() => {
      learning.delete(id);
    });
    learning.set(id, over);
  }
  return attempt;
}

async function findOut(id: string, ask: AskWith): Promise<NegotiatedAnswer> {
  let capabilities: EndpointCapabilities = {
    mode: answerModes[0],
    temperature: true,
    seed: true,
    limit: 'max_tokens',
  };
  for (;;) {
    try {
      const answer = await ask(capabilities);
      learned.set(id, capabilities);
      return { answer, capabilities };
    } catch (error) {
      const next = error instanceof ModelFailure ? fallbackCapabilities(capabilities, error) : null;
      if (next === null) throw error;
      capabilities = next;
    }
  }
}

/**
 * The HTTP status codes with which servers say that a feature is not supported. The codes 401, 404 and 413 have other
 * causes.
 */
const refusals = [400, 405, 415, 422, 500, 501];

/** Matches a message which says that the server does not know `max_tokens`, but the newer name. */
const otherLimit =
  /max_completion_tokens|\bmax_tokens\b.*(?:unsupported|not supported)|(?:unsupported|not supported).*\bmax_tokens\b/i;

function fallbackCapabilities(
  capabilities: EndpointCapabilities,
  { code, status, message }: ModelFailure,
): EndpointCapabilities | null {
  if (status === undefined || !refusals.includes(status)) return null;
  if (capabilities.limit === 'max_tokens' && otherLimit.test(message))
    return { ...capabilities, limit: 'max_completion_tokens' };
  if (capabilities.temperature && /temperature/i.test(message))
    return { ...capabilities, temperature: false };
  if (capabilities.seed && /\bseed\b/i.test(message)) return { ...capabilities, seed: false };
  const aboutShape =
    /response_format|json_schema|json_object|schema|grammar|tools?\b|tool_choice|function|strict/i.test(
      message,
    );
  if (code !== 'request_refused' && !aboutShape) return null;
  if (
    code === 'request_refused' &&
    !aboutShape &&
    /context|too long|too large|maximum|max_tokens|model/i.test(message)
  )
    return null;
  const mode = answerModes[answerModes.indexOf(capabilities.mode) + 1];
  return mode === undefined ? null : { ...capabilities, mode };
}

/**
 * A message to the model that describes the shape of the answer; null in the modes in which the request contains the
 * JSON Schema.
 */
export function shapeInWords({ schema }: ChatRequest, { mode }: EndpointCapabilities): string | null {
  if (mode === 'json_schema' || mode === 'tool_call') return null;
  return `Answer with one JSON object and nothing else. It must meet this JSON Schema:\n${JSON.stringify(schema.json)}`;
}
