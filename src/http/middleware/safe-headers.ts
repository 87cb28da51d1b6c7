import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/** A year, helmet's default. Browsers obey it over https only. */
const transportSecurity = { maxAge: 31_536_000, includeSubDomains: false };

/** Headers that restrict what browsers do with our pages. */
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
  // For browsers that are obsolete; express itself disables it.
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

/** The same for responses that are data: opened as a page, nothing in them runs. */
export function safeDataHeaders(_req: Request, res: Response, next: NextFunction): void {
  for (const [name, value] of dataHeaders) res.setHeader(name, value);
  next();
}
