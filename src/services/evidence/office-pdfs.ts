import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { storedJson } from '../../domain/stored-json.ts';
import type { Dependencies, RunModels } from '../dependencies.ts';
import { pendingMs } from '../files/linked-files.ts';

const storedPdfSchema = z.object({ assetId: z.string() });

/** A PDF is made again if it is older than this, so that it is not removed while its pages are shown. */
const freshMs = pendingMs / 2;

/** An office file of a user, by its content. */
type LaidOut = { owner: string; sha256: string };

export type OfficePdfs = ReturnType<typeof officePdfs>;

/**
 * The PDFs that LibreOffice made of users' office files.
 *
 * A PDF is stored like an upload that no record uses. It therefore has an unguessable URL, counts against the storage
 * of its user, is in the same store on disk or S3 for all servers, and is removed by the cleanup a day later, whether or
 * not its project still exists. The store of extracted texts contains the id of the PDF, by user and content of the
 * file, so that a server without LibreOffice can show what a worker has laid out. A PDF that was removed is made again
 * when a user opens a citation of the file.
 */
export function officePdfs({ store, assets, clock }: Pick<Dependencies, 'store' | 'assets' | 'clock'>) {
  // PDFs with another key can contain files to which a document had links.
  const keyOf = ({ sha256 }: LaidOut) => `pages without links ${sha256}`;
  return {
    /** Returns null if the PDF is not stored, or will soon be removed. */
    async find(file: LaidOut) {
      const stored = await store.sourceTexts.get(file.owner, keyOf(file), clock.now());
      const pdf = storedJson(storedPdfSchema, stored);
      const asset = pdf && (await assets.find(pdf.assetId));
      const isFresh = asset !== null && asset.createdAt.getTime() > clock.now().getTime() - freshMs;
      return isFresh && asset.owner === file.owner ? asset : null;
    },

    /** Stores the PDF at a local path. Throws what `put` of the asset store throws. */
    async put(file: LaidOut, path: string, maxBytes: number) {
      const body = createReadStream(path);
      const asset = await assets.put({ owner: file.owner, name: 'pages.pdf', maxBytes, body });
      const entry = Buffer.from(JSON.stringify({ assetId: asset.id }));
      await store.sourceTexts.put(file.owner, keyOf(file), entry, clock.now());
      return asset;
    },
  };
}

/**
 * The layout program of a run, which stores each PDF that it makes while the run reads a file, so that the pages can be
 * shown at once. If a PDF cannot be stored, `onFailure` gets the error and the run continues.
 */
export function storingPdfs(
  find: NonNullable<RunModels['layout']>,
  pdfs: OfficePdfs,
  { owner, maxBytes }: { owner: string; maxBytes: number },
  onFailure: (error: unknown) => void,
): NonNullable<RunModels['layout']> {
  return async () => {
    const layout = await find();
    if (layout === null) return null;
    return {
      ...layout,
      pdfOf: (document, use, limits) =>
        layout.pdfOf(
          document,
          async (path) => {
            const file = { owner, sha256: document.sha256 };
            if ((await pdfs.find(file)) === null)
              await pdfs.put(file, path, maxBytes).catch((error: unknown) => onFailure(error));
            return use(path);
          },
          limits,
        ),
    };
  };
}
