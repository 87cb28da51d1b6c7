import type { Part, Reading, ReadingWarning } from '../part.ts';
import type { Block } from './body.ts';
import { sectionParts } from './parts.ts';

type Gap = { where: string; reason: string };

/** A document of paragraphs and rows whose pages nobody knows: it is cited by heading and paragraph. */
export class UnpagedReading implements Reading {
  readonly countedAs = 'sections';
  readonly pageCount = null;
  readonly #blocks: Block[];
  readonly #warnings: ReadingWarning[];
  readonly #unread: Gap[];

  constructor(blocks: Block[], { warnings, unread }: { warnings: ReadingWarning[]; unread: Gap[] }) {
    this.#blocks = blocks;
    this.#warnings = warnings;
    this.#unread = unread;
  }

  async *parts(): AsyncGenerator<Part> {
    yield* sectionParts(this.#blocks);
  }

  warnings(): ReadingWarning[] {
    return this.#warnings;
  }

  unread(): Gap[] {
    return this.#unread;
  }

  async close(): Promise<void> {}
}
