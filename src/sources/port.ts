import type { JobFile } from '../../engine/job.ts';
import type { SourceText } from '../../engine/model/source.ts';
import type { OpenedSource } from '../../engine/ports.ts';
import type { Validators } from '../fetch/validators.ts';

/** A file on disk. For a link, `validators` are needed to ask the server later whether the file has changed. */
export type OpenedFile = OpenedSource & { validators?: Validators };

/** Like `OpenSource` of the engine, but with validators. */
export type OpenFile = (file: JobFile, signal: AbortSignal) => Promise<OpenedFile>;

/**
 * The latest content of a link: the owner's asset that contains it, and the validators for asking whether it has
 * changed.
 */
export type CachedLink = { assetId: string; declaredType?: string | undefined; validators: Validators };

export interface LinkCache {
  find(url: string): Promise<CachedLink | null>;
  keep(url: string, link: CachedLink): Promise<void>;
}

/** Yields the texts that are stored for the file of an owner with this SHA-256, one for each setting it was read with. */
export type FindTexts = (owner: string, sha256: string) => AsyncIterable<SourceText>;
