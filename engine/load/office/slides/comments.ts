import type { Archive } from '../../zip/archive.ts';
import { inCommentParts } from '../comment-parts.ts';
import { commentText } from '../comments.ts';
import type { Relationship } from '../relationships.ts';
import { type Element, textIn, walk } from '../xml.ts';
import type { SlideBlock } from './slide.ts';

/** The comments on a slide, in either of PowerPoint's two formats. Throws a `ReadFailure`. */
export function commentsOn(archive: Archive, related: readonly Relationship[]): Promise<SlideBlock[]> {
  return inCommentParts(archive, related, commentsIn);
}

/** The comments inside an element, each with its own text; the replies to a comment come before it, as in the file. */
function commentsIn(element: Element): SlideBlock[] {
  const found: SlideBlock[] = [];
  let text = '';
  walk(element, (inner) => {
    const isComment = inner.name === 'cm' || inner.name === 'reply';
    if (isComment) found.push(...commentsIn(inner));
    if (inner.name === 'p') text += ' ';
    if (inner.name === 'text' || inner.name === 't') text += textIn(inner);
    return !isComment;
  });
  if (text.trim() !== '') found.push({ kind: 'comment', text: commentText(text, undefined) });
  return found;
}
