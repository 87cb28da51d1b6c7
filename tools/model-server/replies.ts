import type { ServerResponse } from 'node:http';
import type { ChatRequest } from './protocol.ts';
import { pointedIfAsked } from './rule-request.ts';

export type ReportedUsage = { input: number; output: number; cached?: number };

/** What a script makes the server do with a request. */
export type Reply =
  /** A well-formed answer in the requested form: as text, or as the arguments of the tool. */
  | { json: unknown; usage?: ReportedUsage }
  /** Any text. If tools were offered, it is still sent as plain content, as by a model that ignores tools. */
  | { text: string; finish?: 'stop' | 'length' | 'content_filter'; usage?: ReportedUsage }
  | { refusal: string; usage?: ReportedUsage }
  | Misfortune
  | { afterMs: number; reply: Reply };

/** Ways in which the server fails to answer. */
export type Misfortune =
  | { status: number; message: string; code?: string; retryAfter?: string }
  /** Accepts the request and never answers. */
  | { hang: true }
  /** Closes the connection before the answer or in the middle of the answer. */
  | { drop: 'before' | 'within' };

/** Answers a chat request in the format of OpenAI. */
export async function sendReply(
  response: ServerResponse,
  request: ChatRequest,
  reply: Reply,
  usage: ReportedUsage,
): Promise<void> {
  if ('afterMs' in reply) {
    await new Promise((resolve) => setTimeout(resolve, reply.afterMs));
    return sendReply(response, request, reply.reply, usage);
  }
  if ('hang' in reply || 'drop' in reply || 'status' in reply) return befall(response, reply);
  sendJson(response, 200, completionOf(request, reply, reply.usage ?? usage));
}

/** Fails the request in a way in which real servers and networks fail. */
export async function befall(response: ServerResponse, misfortune: Misfortune): Promise<void> {
  if ('hang' in misfortune) return;
  if ('status' in misfortune) {
    const { status, message, code, retryAfter } = misfortune;
    return sendError(response, status, message, { code, retryAfter });
  }
  if (misfortune.drop === 'within') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"id":"chatcmpl-1","object":"chat.completion","choices":[{"message":{"content":"{\\"quo');
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.socket?.destroy();
}

export function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  { code, retryAfter }: { code?: string | undefined; retryAfter?: string | undefined } = {},
): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  const type = status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error';
  sendJson(response, status, { error: { message, type, param: null, code: code ?? null } });
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req-test' });
  response.end(JSON.stringify(body));
}

/** The text of the answer, from which the tokens of the answer are counted. */
export function textOf(reply: Reply): string {
  if ('json' in reply) return JSON.stringify(reply.json);
  if ('text' in reply) return reply.text;
  return 'refusal' in reply ? reply.refusal : '';
}

type ContentReply = Extract<Reply, { json: unknown } | { text: string } | { refusal: string }>;

function completionOf(request: ChatRequest, reply: ContentReply, usage: ReportedUsage): object {
  const finish = 'text' in reply ? (reply.finish ?? 'stop') : 'stop';
  const byTool = request.mode === 'tools' && 'json' in reply;
  const wording = textOf('json' in reply ? { json: pointedIfAsked(request, reply.json) } : reply);
  const call = {
    id: `call_${request.number}`,
    type: 'function',
    function: { name: request.schemaName, arguments: wording },
  };
  const content = 'refusal' in reply || byTool ? null : wording;
  return {
    id: `chatcmpl-${request.number}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content,
          refusal: 'refusal' in reply ? reply.refusal : null,
          ...(byTool && { tool_calls: [call] }),
        },
        logprobs: null,
        finish_reason: byTool ? 'tool_calls' : finish,
      },
    ],
    usage: {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
      prompt_tokens_details: { cached_tokens: usage.cached ?? 0, audio_tokens: 0 },
    },
    system_fingerprint: 'fp_test',
  };
}
