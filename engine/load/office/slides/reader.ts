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
import { childAt, childrenOf, type Element, elementsNamed, textIn, treeOf, walk } from '../xml.ts';
import { slideParts, speakerNotes } from './part.ts';
import { emptyStage, Shapes, type Stage } from './shapes.ts';
import { type SlideBlock, slideWords } from './slide.ts';

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
  const comments = await inCommentParts(archive, related, commentsIn);
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

/**
 * The comments inside an element, in either of PowerPoint's two formats, each with its own text; the replies to a comment
 * come before it, as in the file.
 */
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

/** Reads the layouts and masters of a presentation, each once. */
class Stages {
  readonly #archive: Archive;
  readonly #size: Stage['size'];
  readonly #known = new Map<string, Promise<Stage>>();

  constructor(archive: Archive, size: Stage['size']) {
    this.#archive = archive;
    this.#size = size;
  }

  /** What a slide with these relationships inherits from its layout and master. Throws a `ReadFailure`. */
  async of(related: readonly Relationship[]): Promise<Stage> {
    const layout = targetOf(related, 'slideLayout');
    return { ...(await this.#drawnOn(layout, 'slideMaster')), size: this.#size };
  }

  /**
   * The stage for a layout or master. `below` is the type of the relationship from a layout to its master, and null for
   * a master.
   */
  #drawnOn(part: string | null, below: 'slideMaster' | null): Promise<Stage> {
    if (part === null) return Promise.resolve(emptyStage(new ThemeColours(null)));
    const known = this.#known.get(part) ?? this.#read(part, below);
    this.#known.set(part, known);
    return known;
  }

  async #read(part: string, below: 'slideMaster' | null): Promise<Stage> {
    const root = treeOf(await this.#archive.read(part));
    const related = await relationshipsOf(this.#archive, part);
    const under =
      below === null
        ? emptyStage(await this.#themeOf(root, related))
        : await this.#drawnOn(targetOf(related, below), null);
    const shapes = new Shapes(root, under);
    for (const _ of shapes.inOrder());
    return {
      ...under,
      behind: [...(shapes.showsMaster ? under.behind : []), ...shapes.drawn],
      unsure: under.unsure || shapes.unsure || shapes.renamesColours,
      paper: shapes.background ?? under.paper,
    };
  }

  /** The colours of a master's theme, by the names that the master assigns. */
  async #themeOf(master: Element, related: readonly Relationship[]): Promise<ThemeColours> {
    const target = targetOf(related, 'theme');
    const theme = target === null ? null : await this.#archive.read(target);
    return new ThemeColours(treeOf(theme), elementsNamed(master, 'clrMap')[0]?.attributes);
  }
}

function targetOf(related: readonly Relationship[], type: string): string | null {
  return related.find((one) => one.type === type)?.target ?? null;
}
