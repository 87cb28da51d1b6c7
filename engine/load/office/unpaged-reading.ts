import { type Gap, type Reading, type ReadingWarning, wholeReading } from '../part.ts';
import type { Block } from './block.ts';
import { boilerplateParts, looseComments, sectionParts } from './docx/parts.ts';

/**
 * `boilerplate` is the text of page headers and footers; `comments` are the comments whose position the file does not
 * record.
 */
type Content = { blocks: Block[]; boilerplate?: Pick<Block, 'text' | 'hidden'>[]; comments?: string[] };

/** A document of paragraphs and rows whose pages are unknown: it is cited by heading and paragraph. */
export function unpagedReading(
  { blocks, boilerplate = [], comments = [] }: Content,
  facts: { warnings: ReadingWarning[]; unread: Gap[] },
): Reading {
  return wholeReading({
    countedAs: 'sections',
    *parts() {
      yield* boilerplateParts(boilerplate);
      yield* sectionParts(blocks);
      yield* looseComments(comments);
    },
    ...facts,
  });
}
