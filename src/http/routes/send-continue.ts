import type { Request, Response } from 'express';

/**
 * Asks a client that waits before sending its body (`Expect: 100-continue`) to send it. Call it just before reading a
 * body: a request that is refused earlier gets its error at once, and the client never sends the body.
 */
export function sendContinue(req: Request, res: Response): void {
  if (/^100-continue$/i.test(req.headers.expect ?? '')) res.writeContinue();
}
