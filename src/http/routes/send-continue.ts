import type { Request, Response } from 'express';

/**
 * Tells a client that waits with its body (`Expect: 100-continue`) to send the body. Call this function just before the
 * body is read. If a request is refused earlier, the client gets the error at once and never sends the body.
 */
export function sendContinue(req: Request, res: Response): void {
  if (/^100-continue$/i.test(req.headers.expect ?? '')) res.writeContinue();
}
