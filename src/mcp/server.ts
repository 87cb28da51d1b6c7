import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  type ProgressToken,
  ReadResourceRequestSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { fieldProblems } from '../api/field-problems.ts';
import type { LimitSettings } from '../config/limit-settings.ts';
import { AppError } from '../domain/errors.ts';
import type { AgentService, Failure } from './agent-service.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';
import { checkTools } from './tools/check.ts';
import { findingTools } from './tools/findings.ts';
import { redlineTools } from './tools/redline.ts';
import { ruleSetTools } from './tools/rule-sets.ts';
import type { Call } from './tools/tool.ts';
import { verifyTools } from './tools/verify.ts';
import { meaning } from './views/finding.ts';

export type McpOptions = {
  version: string;
  limits: Pick<LimitSettings, 'LIMIT_MCP_CHARACTERS' | 'LIMIT_MCP_WAIT_SECONDS'>;
  /** Aborted when the server stops, so that no call waits for a run any more. */
  stopping?: AbortSignal;
  /**
   * The signal that is aborted if the agent cancels this request. Without it, the end of the connection cancels a
   * request too.
   */
  canceledBy?: (request: RequestId) => AbortSignal;
};

const instructions = `Proviso checks documents against rules and shows the page and the words behind every finding. ${meaning} Quote only the words of quotes, and name their places.`;

/** Creates a server of the Model Context Protocol whose tools and resources use `service`. */
export function createMcpServer(service: AgentService, options: McpOptions): Server {
  const tools = [checkTools, findingTools, redlineTools, ruleSetTools, verifyTools].flatMap((toolsOf) =>
    toolsOf(service),
  );
  const server = new Server(
    { name: 'proviso', title: 'Proviso', version: options.version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );

  type Extra = {
    signal: AbortSignal;
    requestId: RequestId;
    _meta?: { progressToken?: ProgressToken | undefined } | undefined;
    sendNotification(notification: {
      method: 'notifications/progress';
      params: { progressToken: ProgressToken; progress: number; total: number; message: string };
    }): Promise<void>;
  };

  function callOf({ signal, requestId, _meta, sendNotification }: Extra): Call {
    const token = _meta?.progressToken;
    const canceled = options.canceledBy?.(requestId) ?? signal;
    return {
      service,
      canceled,
      abandoned: options.stopping ? AbortSignal.any([signal, options.stopping]) : signal,
      async progress(progress, message) {
        if (token === undefined || signal.aborted) return;
        const params = { progressToken: token, progress, total: 100, message };
        await sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
      },
      characters: options.limits.LIMIT_MCP_CHARACTERS,
      waitMs: options.limits.LIMIT_MCP_WAIT_SECONDS * 1000,
    };
  }

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, title, description, readOnly, inputSchema }) => ({
      name,
      title,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
      annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
    })),
  }));

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const call = callOf(extra);
    try {
      const found = tools.find(({ name }) => name === params.name);
      if (found === undefined)
        throw new AppError('path_not_found', `there is no tool ${params.name.slice(0, 100)}`);
      return { content: [textOf(await found.run(params.arguments ?? {}, call))] };
    } catch (error) {
      return { isError: true, content: [textOf({ error: failureOf(error, call) })] };
    }
  });

  const orProtocolError = (error: unknown, call: Call) => {
    const { code, message } = failureOf(error, call);
    return new McpError(ErrorCode.InvalidParams, `${code}: ${message}`, { code });
  };

  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, extra) => {
    return listResources(service, params?.cursor).catch((error: unknown) => {
      throw orProtocolError(error, callOf(extra));
    });
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, extra) => {
    const call = callOf(extra);
    return readResource(params.uri, call).catch((error: unknown) => {
      throw orProtocolError(error, call);
    });
  });
  return server;
}

function textOf(value: object): { type: 'text'; text: string } {
  return { type: 'text', text: JSON.stringify(value) };
}

const mostProblems = 10;

function failureOf(error: unknown, { service, canceled }: Call): Failure {
  if (canceled.aborted) return { code: 'canceled', message: 'The call was canceled.' };
  if (error instanceof z.core.$ZodError) {
    const problems = fieldProblems(error.issues);
    const errors = problems.slice(0, mostProblems);
    const words = errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
    return { code: 'validation_failed', message: words.slice(0, 2_000) };
  }
  const { code, message } = service.failureOf(error);
  return { code, message: message.slice(0, 2_000) };
}
