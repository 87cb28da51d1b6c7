import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/** A year, as helmet has it. Browsers heed it over https alone, where it is what the operator wants. */
const transportSecurity = { maxAge: 31_536_000, includeSubDomains: false };

/** Headers that keep a browser from doing with our pages what they are not for. */
export const safeHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: transportSecurity,
  // For browsers that are long gone, and switched off for us by express itself.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  xPoweredBy: false,
  referrerPolicy: { policy: 'no-referrer' },
});

const dataHeaders = Object.entries({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': `max-age=${transportSecurity.maxAge}`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

/** The same for answers that are data: who opens one as a page gets one in which nothing runs. */
export function safeDataHeaders(_req: Request, res: Response, next: NextFunction): void {
  for (const [name, value] of dataHeaders) res.setHeader(name, value);
  next();
}
