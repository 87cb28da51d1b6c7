import { type RequestHandler, Router } from 'express';

/** Combines handlers into one. Each is called when the one before it calls `next`; errors go to the error handler. */
export function compose(...handlers: readonly RequestHandler[]): RequestHandler {
  return Router().use(...handlers);
}
