import type { JobFile } from '../../engine/job.ts';
import type { OpenedSource } from '../../engine/ports.ts';
import type { Validators } from '../fetch/validators.ts';

/** A file that was brought to disk; of a link with what it can be asked for again by. */
export type OpenedFile = OpenedSource & { validators?: Validators };

/** Like the engine's `OpenSource`. */
export type OpenFile = (file: JobFile, signal: AbortSignal) => Promise<OpenedFile>;

/** Which of an owner's assets holds what a link gave last, so that it need not be sent again while it stays the same. */
export type KeptLink = { assetId: string; declaredType?: string | undefined; validators: Validators };

export interface LinkCache {
  find(url: string): Promise<KeptLink | null>;
  keep(url: string, link: KeptLink): Promise<void>;
}
