import type { Request, Response } from 'express';
import { type UploadedFile, uploadedFile } from '../../api/files/schemas.ts';
import { originOf } from '../../api/recorded.ts';
import type { Asset } from '../../assets/port.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { NewUpload } from '../../services/files/uploads.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { contextOf } from '../middleware/request-context.ts';
import { type FileStore, fileOfForm } from './form-file.ts';
import { sendContinue } from './send-continue.ts';

/** The maximum size of everything in a form except the file, in bytes. */
const formBytes = 64 * 1024;

/**
 * The response to an upload. `replayed` is true if the response was already sent to an earlier request with the same
 * `Idempotency-Key`.
 */
type Upload = { data: UploadedFile; replayed: boolean };

/**
 * Accepts one file, either as the body with the file's name in the query, or in the field `file` of a form. The file is
 * streamed: it is never in memory as a whole. A repeated upload of the same bytes with the same `Idempotency-Key` gets
 * the first response.
 */
export function takeUpload({
  services,
  assets,
  settings,
}: Pick<HttpDependencies, 'services' | 'assets' | 'settings'>) {
  return async (req: Request, res: Response): Promise<void> => {
    const { caller, requestId } = contextOf(req);
    if (caller === null) throw new AppError('unauthenticated', 'send an API token in the header api-token');
    if (Number(req.headers['content-length'] ?? 0) > settings.LIMIT_UPLOAD_BYTES + formBytes) {
      throw new AppError('upload_too_large', `a file can have at most ${settings.LIMIT_UPLOAD_BYTES} bytes`);
    }
    const origin = originOf({ caller, address: req.ip ?? null, requestId });
    const store = {
      put: (upload: NewUpload) =>
        services.audit.during(
          { action: 'files.upload', origin, ownerId: caller.actor.workspaceId },
          () => services.uploads.put(caller.actor, upload),
          ({ id }) => ({ outcome: 'done', record: { kind: 'file', id } }),
        ),
      delete: assets.delete,
    };
    const asset = await received(req, res, store, settings.LIMIT_UPLOAD_BYTES + formBytes);
    const key = req.get('idempotency-key');
    const { data, replayed } =
      key === undefined ? { data: shown(asset), replayed: false } : await once(caller.actor, key, asset);
    if (replayed) res.setHeader('Idempotency-Replayed', 'true');
    res.status(201).setHeader('Location', data.url);
    res.setHeader('Cache-Control', 'private, no-cache');
    res.json({ success: true, message: `${data.name} was stored`, data });
  };

  /**
   * Returns the response to the first upload with this key. Throws if this file differs from the first one. The whole
   * file must have arrived, because only then can it be compared.
   */
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
    wrong.push({ path: 'name', message: 'is required: the name of the file, with its extension' });
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
    // The rest of the body must be read, because clients read the response only after they have sent the whole body.
    req.resume();
    throw error;
  }
}

function shown({ url, name, type, size, sha256 }: Asset): UploadedFile {
  return { url, name, type, size, sha256 };
}
