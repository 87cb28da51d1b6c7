import type { OpenedSource } from '../ports.ts';

/** Files of a run that stay on local disk until it ends, once for each content: their pages are located again. */
export class RetainedFiles {
  readonly #files = new Map<string, OpenedSource>();

  /** Closes the file at once when one of the same content is retained. */
  async take(opened: OpenedSource): Promise<void> {
    if (this.#files.has(opened.sha256)) await opened.close();
    else this.#files.set(opened.sha256, opened);
  }

  pathOf(sha256: string): string | null {
    return this.#files.get(sha256)?.path ?? null;
  }

  /** Never rejects: a file that cannot be removed now is removed later with the leftovers of dead processes. */
  async close(): Promise<void> {
    const all = [...this.#files.values()];
    this.#files.clear();
    await Promise.allSettled(all.map((file) => file.close()));
  }
}
