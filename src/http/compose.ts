import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Combines handlers into one. Each handler is called when the handler before it calls `next`; errors go to the error
 * handler. An express router would do the same, but would first match each handler against the path, which takes longer
 * than running most handlers.
 */
export function compose(...handlers: readonly RequestHandler[]): RequestHandler {
  return (req: Request, res: Response, done: NextFunction): void => {
    const call = (at: number): void => {
      const handler = handlers[at];
      if (handler === undefined) {
        done();
        return;
      }
      try {
        const running = handler(req, res, (error?: unknown) =>
          error === undefined || error === null ? call(at + 1) : done(error),
        );
        if (running instanceof Promise) running.catch(done);
      } catch (error) {
        done(error);
      }
    };
    call(0);
  };
}
