import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Several handlers as one, each called when the one before passes on. What any of them throws goes to the error
 * handler. In a router each would be matched against the path first, which takes longer than most of them do.
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
