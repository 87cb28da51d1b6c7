import { finished } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request } from 'express';
import type { Asset } from '../../assets/port.ts';
import { AppError } from '../../domain/errors.ts';
import type { NewUpload } from '../../services/files/uploads.ts';

/** Stores the file of a request, and removes a stored file. */
export type FileStore = {
  put(upload: NewUpload): Promise<Asset>;
  delete(id: string): Promise<void>;
};

/**
 * Stores the file of a form while the form arrives. After an error, no file stays stored. Throws what `store.put`
 * throws, and:
 * - `upload_refused` as soon as the form has anything other than one file in the field `file`
 * - `upload_too_large` if the whole form has more than `maxBytes`
 */
export async function fileOfForm(req: Request, store: FileStore, maxBytes: number): Promise<Asset> {
  const form = parser(req);
  let stored: Promise<Asset> | undefined;
  const asset = new Promise<Asset>((resolve, reject) => {
    const refuse = (message: string) => reject(refused(message));
    form.on('file', (field, body, { filename, mimeType }) => {
      // `store.put` reads the body and reports its errors. Without this listener, an error would also end the process.
      body.on('error', () => undefined);
      if (field !== 'file') return refuse(onlyOneFile(`the field ${field}`));
      stored = store.put({
        name: filename ?? '',
        declaredType: mimeType,
        body: body.iterator({ destroyOnReturn: false }),
      });
      stored.catch(reject);
    });
    form.on('field', (field) => refuse(onlyOneFile(`the field ${field}, which is not a file`)));
    form.on('filesLimit', () => refuse(onlyOneFile('a second file')));
    form.on('partsLimit', () => refuse(onlyOneFile('more parts')));
    form.on('finish', () => (stored ? resolve(stored) : refuse(onlyOneFile('no file'))));
  });
  let bytes = 0;
  const withinLimit = new Promise<void>((resolve, reject) => {
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes)
        reject(new AppError('upload_too_large', `the form has more than ${maxBytes} bytes`));
    });
    req.on('end', resolve);
  });
  req.pipe(form);
  try {
    // The form and the request are awaited too: an invalid part makes the form fail without the event `finish`, and an
    // aborted request does not end the form.
    const [whole] = await Promise.all([
      asset,
      withinLimit,
      finished(form),
      finished(req, { writable: false }),
    ]);
    return whole;
  } catch (cause) {
    req.unpipe(form);
    req.resume();
    form.destroy();
    const partial = await stored?.catch(() => null);
    if (partial) await store.delete(partial.id);
    throw cause instanceof AppError ? cause : refused(damaged, cause);
  }
}

const damaged =
  'the form is damaged or incomplete: each part needs headers of up to 16 KB without control characters, and the form must end with its boundary';

function onlyOneFile(found: string): string {
  return `the form has ${found}: send one file, in the field file, and nothing else`;
}

function parser(req: Request) {
  try {
    const form = busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fields: 1, fieldSize: 1024, parts: 2 },
    });
    // Destroying an incomplete form emits another error, which can be ignored.
    return form.on('error', () => undefined);
  } catch (cause) {
    throw refused('the form cannot be read: its Content-Type has no boundary', cause);
  }
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('upload_refused', message, { cause });
}
