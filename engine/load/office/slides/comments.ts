import type { Archive } from '../../zip/archive.ts';
import { inCommentParts } from '../comment-parts.ts';
import { commentText } from '../comments.ts';
import type { Relationship } from '../relationships.ts';
import type { XmlHandler } from '../xml.ts';
import type { SlideBlock } from './slide.ts';

/** The comments on a slide, in either of PowerPoint's two formats. Throws a `ReadFailure`. */
export function commentsOn(archive: Archive, related: readonly Relationship[]): Promise<SlideBlock[]> {
  return inCommentParts(archive, related, () => new CommentReader());
}

class CommentReader implements XmlHandler {
  readonly found: SlideBlock[] = [];
  #text = '';
  #collects = false;

  open(name: string): void {
    if (name === 'cm' || name === 'reply') this.#end();
    this.#collects = name === 'text' || name === 't';
  }

  close(name: string): void {
    this.#collects = false;
    if (name === 'p') this.#text += ' ';
    if (name === 'cm' || name === 'reply') this.#end();
  }

  text(text: string): void {
    if (this.#collects) this.#text += text;
  }

  #end(): void {
    if (this.#text.trim() !== '') {
      this.found.push({ kind: 'comment', text: commentText(this.#text, undefined) });
    }
    this.#text = '';
  }
}
