import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Combines handlers into one; each is called when the one before calls `next`. Errors go to the error handler. In a
 * router each would first be matched against the path, which takes longer than most handlers.
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
