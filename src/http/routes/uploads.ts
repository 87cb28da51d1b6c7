import type { Request, Response } from 'express';
import { type UploadedFile, uploadedFile } from '../../api/files/schemas.ts';
import type { Asset } from '../../assets/port.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { NewUpload } from '../../services/files/uploads.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { contextOf } from '../middleware/request-context.ts';
import { type FileStore, fileOfForm } from './form-file.ts';
import { sendContinue } from './send-continue.ts';

/** The maximum bytes of a form around its file. */
const formBytes = 64 * 1024;

/** The response to an upload. `replayed`: it is the response to an earlier request with the same key. */
type Upload = { data: UploadedFile; replayed: boolean };

/**
 * Accepts one file: as the body itself with its name in the query, or as the field `file` of a form. It is streamed,
 * so its size needs no memory. With an `Idempotency-Key` a repeated upload of the same bytes gets the first response.
 */
export function takeUpload({
  services,
  assets,
  settings,
}: Pick<HttpDependencies, 'services' | 'assets' | 'settings'>) {
  return async (req: Request, res: Response): Promise<void> => {
    const { caller } = contextOf(req);
    if (caller === null) throw new AppError('unauthenticated', 'send an API token in the header api-token');
    if (Number(req.headers['content-length'] ?? 0) > settings.uploadBytes + formBytes) {
      throw new AppError('upload_too_large', `a file may have ${settings.uploadBytes} bytes`);
    }
    const store = {
      put: (upload: NewUpload) => services.uploads.put(caller.actor, upload),
      delete: assets.delete,
    };
    const asset = await received(req, res, store, settings.uploadBytes + formBytes);
    const key = req.get('idempotency-key');
    const { data, replayed } =
      key === undefined ? { data: shown(asset), replayed: false } : await once(caller.actor, key, asset);
    if (replayed) res.setHeader('Idempotency-Replayed', 'true');
    res.status(201).setHeader('Location', data.url);
    res.setHeader('Cache-Control', 'private, no-cache');
    res.json({ success: true, message: `${data.name} was stored`, data });
  };

  /** Only after all bytes have arrived can they be compared with those of the first request. */
  async function once(actor: Actor, key: string, asset: Asset): Promise<Upload> {
    const { name, sha256 } = asset;
    let isFirst = false;
    try {
      const request = { key, scope: 'files.upload', body: { name, sha256 } };
      const { answer, replayed } = await services.idempotency.once(actor, request, async () => {
        isFirst = true;
        return shown(asset);
      });
      return { data: uploadedFile.parse(answer), replayed };
    } finally {
      if (!isFirst) await assets.delete(asset.id);
    }
  }
}

async function received(req: Request, res: Response, store: FileStore, maxFormBytes: number): Promise<Asset> {
  const { name, ...unknown } = req.query;
  const wrong = Object.keys(unknown).map((path) => ({ path, message: 'is not a query parameter' }));
  const isForm = /^multipart\/form-data\b/i.test(req.headers['content-type'] ?? '');
  const named = typeof name === 'string' && name.trim() !== '';
  if (!(named || (isForm && name === undefined))) {
    wrong.push({ path: 'name', message: 'is required: the name of the file, with its ending' });
  }
  refuseInvalid(wrong);
  sendContinue(req, res);
  if (isForm) {
    const put = (upload: NewUpload) => store.put(named ? { ...upload, name } : upload);
    return fileOfForm(req, { ...store, put }, maxFormBytes);
  }
  const declaredType = req.headers['content-type'];
  try {
    return await store.put({
      name: String(name),
      body: req.iterator({ destroyOnReturn: false }),
      ...(declaredType !== undefined && { declaredType }),
    });
  } catch (error) {
    // The rest of the body must be consumed, or the client never reads the response.
    req.resume();
    throw error;
  }
}

function shown({ url, name, type, size, sha256 }: Asset): UploadedFile {
  return { url, name, type, size, sha256 };
}
