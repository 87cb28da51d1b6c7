import { z } from 'zod';

const partSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
]);

const messageSchema = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(partSchema)]).nullish(),
});

const namedSchema = z.object({ name: z.string(), schema: z.record(z.string(), z.unknown()) });

/** The fields of a chat request. Other fields are accepted too, because real servers accept them. */
export const chatBodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(messageSchema).min(1),
  temperature: z.number().optional(),
  seed: z.number().optional(),
  stream: z.boolean().optional(),
  max_tokens: z.number().optional(),
  max_completion_tokens: z.number().optional(),
  response_format: z
    .union([
      z.object({
        type: z.literal('json_schema'),
        json_schema: namedSchema.extend({ strict: z.boolean().optional() }),
      }),
      z.object({ type: z.enum(['json_object', 'text']) }),
    ])
    .optional(),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.object({
          name: z.string(),
          parameters: z.record(z.string(), z.unknown()),
          strict: z.boolean().optional(),
        }),
      }),
    )
    .optional(),
  tool_choice: z.unknown().optional(),
});

export const embeddingsBodySchema = z.object({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string())]),
  encoding_format: z.enum(['float', 'base64']).optional(),
});

/** How the client requested a structured answer; `text` if the client did not request one. */
export type AskedMode = 'json_schema' | 'tools' | 'json_object' | 'text';

/** A chat request as the script that answers the request receives it. */
export type ChatRequest = {
  /** The position of the request, from 1, among all chat requests to the server. */
  number: number;
  model: string;
  mode: AskedMode;
  /** `system` is the text of the system messages, `user` the text of all other messages, each joined by line feeds. */
  system: string;
  user: string;
  messages: { role: string; text: string; images: string[] }[];
  /** The name of the requested schema or tool; null if there is none. */
  schemaName: string | null;
  body: z.infer<typeof chatBodySchema>;
  headers: Record<string, string | string[] | undefined>;
};

export function chatRequestOf(
  body: z.infer<typeof chatBodySchema>,
  headers: ChatRequest['headers'],
  number: number,
): ChatRequest {
  const messages = body.messages.map(({ role, content }) => {
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : (content ?? []);
    return {
      role,
      text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
      images: parts.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : [])),
    };
  });
  const isSystem = ({ role }: { role: string }) => role === 'system' || role === 'developer';
  const joined = (chosen: typeof messages) => chosen.map(({ text }) => text).join('\n');
  return {
    number,
    model: body.model,
    ...modeOf(body),
    system: joined(messages.filter(isSystem)),
    user: joined(messages.filter((message) => !isSystem(message))),
    messages,
    body,
    headers,
  };
}

function modeOf(body: z.infer<typeof chatBodySchema>): Pick<ChatRequest, 'mode' | 'schemaName'> {
  const format = body.response_format;
  if (format?.type === 'json_schema') return { mode: 'json_schema', schemaName: format.json_schema.name };
  const tool = body.tools?.[0];
  if (tool) return { mode: 'tools', schemaName: tool.function.name };
  return { mode: format?.type === 'json_object' ? 'json_object' : 'text', schemaName: null };
}
