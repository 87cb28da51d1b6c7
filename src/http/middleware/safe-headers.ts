import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/**
 * The value of `Strict-Transport-Security`. `maxAge` is one year in seconds, the default of helmet. Browsers ignore the
 * header over plain http.
 */
const transportSecurity = { maxAge: 31_536_000, includeSubDomains: false };

/** Adds headers that restrict what browsers do with the pages of this service. */
export const safeHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      mediaSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: transportSecurity,
  // These options are off, because the first four headers are obsolete, and express already leaves out `X-Powered-By`.
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

/**
 * Adds the headers for responses that are data: if a browser opens such a response as a page, nothing in it is
 * executed.
 */
export function safeDataHeaders(_req: Request, res: Response, next: NextFunction): void {
  for (const [name, value] of dataHeaders) res.setHeader(name, value);
  next();
}
