import busboy from 'busboy';
import type { Request } from 'express';
import type { Asset } from '../assets/port.ts';
import { AppError } from '../domain/errors.ts';
import type { NewUpload } from '../services/uploads.ts';

/** Where the file of a request goes, and how it is taken back. */
export type FileStore = {
  put(upload: NewUpload): Promise<Asset>;
  delete(id: string): Promise<void>;
};

/**
 * Stores the one file of a form, while it arrives. Throws `upload_refused` for a form that is not one file in the field
 * `file`, after what was stored of it is gone again.
 */
export function fileOfForm(req: Request, store: FileStore): Promise<Asset> {
  return new Promise((resolve, reject) => {
    const form = parser(req);
    let stored: Promise<Asset> | null = null;
    let extra: string | null = null;
    let damage: unknown = null;

    const refuse = async (message: string, cause?: unknown) => {
      const asset = await stored?.catch(() => null);
      if (asset) await store.delete(asset.id);
      throw refused(message, cause);
    };
    form.on('file', (field, body, { filename, mimeType }) => {
      const name: string | undefined = filename;
      // A form that breaks off before its file is first read would else end the process: the reader still sees the error.
      body.on('error', () => {});
      if (field !== 'file') extra = field;
      if (field !== 'file' || stored !== null) {
        body.resume();
        return;
      }
      stored = store.put({
        name: name ?? '',
        declaredType: mimeType,
        body: body.iterator({ destroyOnReturn: false }),
      });
      stored.catch(() => body.resume());
    });
    form.on('field', (field) => {
      extra = field;
    });
    form.on('filesLimit', () => {
      extra = 'a second file';
    });
    form.on('error', (cause) => {
      damage = cause;
      req.unpipe(form);
      req.resume();
    });
    form.on('close', () => {
      if (damage !== null) refuse('the form is damaged or broke off', damage).catch(reject);
      else if (extra !== null)
        refuse(`the form has ${extra}: send one file in the field file alone`).catch(reject);
      else if (stored !== null) resolve(stored);
      else reject(refused('the form has no file: send it in the field file'));
    });
    req.once('close', () => {
      if (!req.complete) form.destroy(new Error('the request was aborted'));
    });
    req.pipe(form);
  });
}

function parser(req: Request) {
  try {
    return busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fields: 8, fieldSize: 1024, parts: 16, headerPairs: 32 },
    });
  } catch (cause) {
    throw refused('the form can not be read: its Content-Type has no boundary', cause);
  }
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('upload_refused', message, { cause });
}
