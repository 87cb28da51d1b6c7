import type { JobFile } from '../../engine/job.ts';
import type { OpenedSource } from '../../engine/ports.ts';
import type { Validators } from '../fetch/validators.ts';

/** A file on disk; for a link with the validators for asking whether it has changed. */
export type OpenedFile = OpenedSource & { validators?: Validators };

/** Like the engine's `OpenSource`. */
export type OpenFile = (file: JobFile, signal: AbortSignal) => Promise<OpenedFile>;

/** Which of an owner's assets has the latest content of a link, so that unchanged content is not fetched again. */
export type CachedLink = { assetId: string; declaredType?: string | undefined; validators: Validators };

export interface LinkCache {
  find(url: string): Promise<CachedLink | null>;
  keep(url: string, link: CachedLink): Promise<void>;
}
