import { ReadFailure } from '../../../model/errors.ts';
import { type Part, type Reading, wholeReading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { Archive } from '../../zip/archive.ts';
import { embeddedGaps } from '../body-facts.ts';
import { inCommentParts } from '../comment-parts.ts';
import { commentsRead, commentText } from '../comments.ts';
import { diagramsOf } from '../drawn-text.ts';
import { ThemeColours } from '../looks/theme.ts';
import { embeddedIn, type Relationship, relationshipsOf } from '../relationships.ts';
import { childAt, childrenOf, type Element, textIn, treeOf, walk } from '../xml.ts';
import { slideParts, speakerNotes } from './part.ts';
import { emptyStage } from './shapes.ts';
import { type SlideBlock, slideWords } from './slide.ts';
import { Stages } from './stages.ts';

const presentationName = 'ppt/presentation.xml';

/**
 * Opens a presentation. Each slide becomes a part; its hidden text and its speaker notes become separate parts. Throws
 * a `ReadFailure`.
 */
export async function openPresentation(path: string, budget: ReadingBudget): Promise<Reading> {
  const archive = await Archive.open(path, budget);
  try {
    const bytes = await archive.read(presentationName);
    if (bytes === null) throw new ReadFailure('damaged', 'The presentation lists no slides. Save it again.');
    const presentation = childAt(treeOf(bytes), 'presentation');
    const related = await relationshipsOf(archive, presentationName);
    const targets = new Map(related.map(({ id, target }) => [id, target]));
    const names = childrenOf(childAt(presentation, 'sldIdLst'), 'sldId').map(
      ({ attributes }) => targets.get(attributes.id ?? '') ?? '',
    );
    const size = childAt(presentation, 'sldSz')?.attributes;
    const stages = new Stages(
      archive,
      size === undefined ? null : { width: Number(size.cx), height: Number(size.cy) },
    );
    const counts = { comments: 0, embedded: 0 };
    return wholeReading({
      countedAs: 'slides',
      async *parts() {
        for (const [index, name] of names.entries())
          yield* await readSlide(index + 1, name, { archive, stages, counts });
      },
      warnings: () => commentsRead(counts.comments),
      unread: () => embeddedGaps(counts.embedded),
      close: () => archive.close(),
    });
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** `counts` are how many comments, and how many embedded documents, the slides have that were read. */
type Presentation = { archive: Archive; stages: Stages; counts: { comments: number; embedded: number } };

async function readSlide(
  number: number,
  name: string,
  { archive, stages, counts }: Presentation,
): Promise<Generator<Part>> {
  const bytes = await archive.read(name);
  if (bytes === null)
    return slideParts(number, [], { unread: 'the file does not contain it', hidden: false });
  const related = await relationshipsOf(archive, name);
  const diagrams = await diagramsOf(archive, related);
  const { blocks, pictures, hidden } = slideWords(treeOf(bytes), await stages.of(related), diagrams);
  const notes = await notesOf(archive, related);
  const comments = await commentsOn(archive, related);
  counts.embedded += embeddedIn(related);
  counts.comments += comments.length;
  const unread = blocks.length === 0 && pictures > 0 ? 'a slide whose words are only in a picture' : null;
  return slideParts(number, [...blocks, ...notes, ...comments], { unread, hidden });
}

async function notesOf(archive: Archive, related: readonly Relationship[]): Promise<SlideBlock[]> {
  const target = related.find(({ type }) => type === 'notesSlide')?.target;
  const part = target === undefined ? null : await archive.read(target);
  const { blocks } = slideWords(treeOf(part), emptyStage(new ThemeColours(null)));
  return speakerNotes(blocks.filter(({ kind }) => kind === 'body').map(({ text }) => text));
}

/** The comments on a slide, in either of PowerPoint's two formats. Throws a `ReadFailure`. */
function commentsOn(archive: Archive, related: readonly Relationship[]): Promise<SlideBlock[]> {
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
