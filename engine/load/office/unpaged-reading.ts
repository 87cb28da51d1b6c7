import type { Part, Reading, ReadingWarning } from '../part.ts';
import type { Block } from './block.ts';
import { boilerplateParts, looseComments, sectionParts } from './docx/parts.ts';

/**
 * `boilerplate` is the text of page headers and footers; `comments` are the comments whose position the file does not
 * record.
 */
type Content = { blocks: Block[]; boilerplate?: Pick<Block, 'text' | 'hidden'>[]; comments?: string[] };

type Gap = { where: string; reason: string };

/** A document of paragraphs and rows whose pages are unknown: it is cited by heading and paragraph. */
export class UnpagedReading implements Reading {
  readonly countedAs = 'sections';
  readonly pageCount = null;
  readonly #content: Content;
  readonly #warnings: ReadingWarning[];
  readonly #unread: Gap[];

  constructor(content: Content, { warnings, unread }: { warnings: ReadingWarning[]; unread: Gap[] }) {
    this.#content = content;
    this.#warnings = warnings;
    this.#unread = unread;
  }

  async *parts(): AsyncGenerator<Part> {
    const { blocks, boilerplate = [], comments = [] } = this.#content;
    yield* boilerplateParts(boilerplate);
    yield* sectionParts(blocks);
    yield* looseComments(comments);
  }

  warnings(): ReadingWarning[] {
    return this.#warnings;
  }

  unread(): Gap[] {
    return this.#unread;
  }

  async close(): Promise<void> {}
}
