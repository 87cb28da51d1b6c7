import type { Source } from '../model/source.ts';
import type { OpenedSource } from '../ports.ts';
import { TextSpillCache } from './text-spill-cache.ts';

/** Sources that are checked together. */
type Checked = { searched: readonly Source[]; inputs: readonly Source[] };

/**
 * Keeps the texts of a run's sources, and the files in which quotes are located on pages, until the last finding about
 * them. Then the functions registered with `onRelease` release what the steps have derived from the texts. A run of a
 * thousand files needs no more memory than a run of a few, because each subject is released when all of its rules are
 * answered.
 */
export class RunSources {
  readonly #rules: number;
  readonly #texts = new TextSpillCache();
  readonly #files = new Map<string, OpenedSource>();
  readonly #answered = new Map<Checked, number>();
  readonly #releases: ((subject: Checked) => void)[] = [];

  /** `rules`: how many answers each subject needs. */
  constructor(rules: number) {
    this.#rules = rules;
  }

  /**
   * Takes over a file that is needed later to locate quotes on its pages; it stays on local disk until the run ends. Of
   * files with the same content, only one is kept, and the others are closed at once.
   */
  async retain(opened: OpenedSource): Promise<void> {
    if (this.#files.has(opened.sha256)) await opened.close();
    else this.#files.set(opened.sha256, opened);
  }

  /** The local path of a retained file by the SHA-256 of its content; null when there is none. */
  pathOf(sha256: string): string | null {
    return this.#files.get(sha256)?.path ?? null;
  }

  /** Returns the same source with its text in the spill cache, for sources that many subjects or rules share. */
  spill(source: Source): Source {
    return { ...source, content: this.#texts.store(source.content) };
  }

  /** Registers `release`, which is called with each subject as soon as all of its rules are answered. */
  onRelease(release: (subject: Checked) => void): void {
    this.#releases.push(release);
  }

  /** Counts one answered rule of a subject, and releases the subject after its last rule. */
  answered(subject: Checked): void {
    const count = (this.#answered.get(subject) ?? 0) + 1;
    this.#answered.set(subject, count);
    if (count < this.#rules) return;
    this.#answered.delete(subject);
    for (const release of this.#releases) release(subject);
  }

  /** Releases all files and texts. Never rejects: a file that cannot be removed now is removed by a later cleanup. */
  async close(): Promise<void> {
    this.#texts.close();
    const all = [...this.#files.values()];
    this.#files.clear();
    await Promise.allSettled(all.map((file) => file.close()));
  }
}
