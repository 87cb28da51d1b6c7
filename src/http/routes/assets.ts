import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Asset, AssetStore, ByteRange, RedirectTarget } from '../../assets/port.ts';
import { AppError } from '../../domain/errors.ts';
import { servedAs } from '../../domain/served-as.ts';

/**
 * Serves a file at its unguessable URL. No code in a file can run in the origin of the service: browsers must not guess
 * the type of a file, only harmless types are displayed, and all files except recordings are sandboxed (recordings
 * cannot contain code). Range requests let viewers open one page of a long file. If the asset store offers its own URL
 * for the file, the client is redirected to it.
 */
export function serveAsset(assets: AssetStore) {
  return async (req: Request, res: Response): Promise<void> => {
    const asset = await assets.find(String(req.params.id));
    if (!asset) throw new AppError('asset_not_found', 'no file has this URL, or the file was removed');
    setHeaders(res, asset);
    if (req.headers['if-none-match']?.includes(`"${asset.sha256}"`)) {
      res.status(304).end();
      return;
    }
    const mayRedirect = req.method === 'GET' && !isPartOfPage(req);
    const elsewhere = mayRedirect ? await assets.elsewhere(asset) : null;
    if (elsewhere !== null) {
      sendElsewhere(res, elsewhere);
      return;
    }
    const range = wantedRange(req, asset);
    if (range === 'none') {
      res.setHeader('Content-Range', `bytes */${asset.size}`);
      throw new AppError('range_not_satisfiable', `the file has ${asset.size} bytes`);
    }
    const { start, end } = range ?? { start: 0, end: asset.size };
    if (range) res.status(206).setHeader('Content-Range', `bytes ${start}-${end - 1}/${asset.size}`);
    res.setHeader('Content-Length', end - start);
    if (req.method === 'HEAD' || start === end) {
      res.end();
      return;
    }
    const opened = await assets.open(asset.id, { start, end });
    if (!opened) throw new AppError('asset_not_found', 'the file was removed');
    await pipeline(opened.body, res).catch(() => res.destroy());
  };
}

/** Sends a temporary redirect, because the file keeps its URL even if the operator moves it to another store. */
function sendElsewhere(res: Response, { url, goodForSeconds }: RedirectTarget): void {
  for (const name of ['Content-Type', 'Content-Disposition', 'ETag', 'Accept-Ranges']) res.removeHeader(name);
  res.setHeader('Cache-Control', `private, max-age=${goodForSeconds}`);
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.vary('Sec-Fetch-Dest');
  res.redirect(302, url);
}

/**
 * Whether the dashboard requests the file to show it inside a page. Such a request cannot be redirected, because the
 * security policy of the page allows only files of the page's own origin.
 */
function isPartOfPage(req: Request): boolean {
  return req.get('sec-fetch-site') === 'same-origin' && req.get('sec-fetch-dest') !== 'document';
}

/**
 * The Content-Security-Policy of the response. Recordings are not sandboxed: to play a recording, a browser creates a
 * page that requests the file again, and in a sandbox this page would count as another origin.
 */
function policyFor({ type }: Asset): string {
  return /^(audio|video)\//.test(type)
    ? "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'"
    : "sandbox; default-src 'none'; style-src 'unsafe-inline'";
}

function setHeaders(res: Response, asset: Asset): void {
  const { contentType, contentDisposition } = servedAs(asset);
  res.setHeader('Content-Type', contentType);
  res.setHeader('Content-Disposition', contentDisposition);
  res.setHeader('Content-Security-Policy', policyFor(asset));
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cache-Control', 'private, max-age=86400, immutable, no-transform');
  res.setHeader('ETag', `"${asset.sha256}"`);
  res.setHeader('Accept-Ranges', 'bytes');
}

/**
 * Returns the requested range of the file (RFC 9110, 14.2): null to send the whole file, `none` if the range is outside
 * the file.
 */
function wantedRange(req: Request, { size, sha256 }: Asset): ByteRange | null | 'none' {
  const ifRange = req.headers['if-range'];
  if (ifRange !== undefined && ifRange !== `"${sha256}"`) return null;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(req.headers.range?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return range(size - Number(last), size, size);
  if (last !== '' && Number(last) < Number(first)) return null;
  return range(Number(first), last === '' ? size : Number(last) + 1, size);
}

function range(start: number, end: number, size: number): ByteRange | 'none' {
  const bytes = { start: Math.max(0, start), end: Math.min(end, size) };
  return bytes.start < bytes.end ? bytes : 'none';
}
