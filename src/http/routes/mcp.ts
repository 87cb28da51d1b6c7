import { randomUUID } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CancelledNotificationSchema,
  isInitializeRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { originOf } from '../../api/recorded.ts';
import { AppError } from '../../domain/errors.ts';
import { createMcpServer } from '../../mcp/server.ts';
import { serviceAgents } from '../../mcp/service-agents.ts';
import { packageVersion } from '../../process/package-version.ts';
import { compose } from '../compose.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { contextOf } from '../middleware/request-context.ts';

const sessionHeader = 'mcp-session-id';
/** How often a waiting call checks whether the server is stopping, in ms. */
const stopCheckMs = 250;

/**
 * The Model Context Protocol over streamable HTTP, mounted at /mcp after authentication. Every request is answered by
 * itself, so that any server can answer it. The session id only connects a cancellation with the call that it cancels,
 * on the server that has the call.
 */
export function mcp(parts: HttpDependencies): RequestHandler {
  return compose(requirePost, jsonBody(parts.settings, { takesTexts: true }), answer(parts));
}

function requirePost(req: Request, res: Response, next: NextFunction): void {
  const context = contextOf(req);
  if (req.path !== '/') throw new AppError('path_not_found', `there is nothing at ${req.baseUrl}${req.path}`);
  context.route = 'mcp';
  if (context.caller?.via !== 'token')
    throw new AppError('unauthenticated', 'send an API token in the header Authorization: Bearer');
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'POST');
    throw new AppError('method_not_allowed', `${req.method} is not possible here: use POST`);
  }
  next();
}

function answer({ services, log, settings, isStopping }: HttpDependencies) {
  /** The calls that are being answered, by user, session and id. */
  const running = new Map<string, AbortController>();

  return async (req: Request, res: Response): Promise<void> => {
    const { caller, requestId } = contextOf(req);
    if (caller === null) throw new AppError('unauthenticated', 'send an API token');
    const session = isInitializeRequest(req.body) ? randomUUID() : (req.get(sessionHeader) ?? randomUUID());
    if (isInitializeRequest(req.body)) res.setHeader(sessionHeader, session);
    const keyOf = (id: RequestId) => JSON.stringify([caller.actor.userId, session, id]);

    const cancellation = CancelledNotificationSchema.safeParse(req.body);
    if (cancellation.success && cancellation.data.params.requestId !== undefined)
      running.get(keyOf(cancellation.data.params.requestId))?.abort();

    const started: string[] = [];
    const stopping = new AbortController();
    const service = serviceAgents({
      ...{ services, actor: caller.actor, requestId },
      origin: originOf({ caller, address: req.ip ?? null, requestId }),
      onFailure: (error) => log.error({ err: error, requestId }, 'a tool failed'),
    });
    const server = createMcpServer(service, {
      version: packageVersion(),
      limits: settings,
      stopping: stopping.signal,
      canceledBy(id) {
        const controller = new AbortController();
        running.set(keyOf(id), controller);
        started.push(keyOf(id));
        return controller.signal;
      },
    });
    const transport = new StreamableHTTPServerTransport({});
    const stopCheck = setInterval(() => isStopping() && stopping.abort(), stopCheckMs);
    res.once('close', () => {
      clearInterval(stopCheck);
      for (const key of started) running.delete(key);
      server
        .close()
        .catch((error: unknown) => log.warn({ err: error, requestId }, 'an MCP call did not close'));
    });
    await server.connect(transport);
    await transport.handleRequest(req, res, req.body);
  };
}
