import { ReadFailure } from '../../../model/errors.ts';
import { type Reading, type ReadingWarning, wholeReading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { Archive } from '../../zip/archive.ts';
import { type Block, paragraphBlock } from '../block.ts';
import { factGaps, factWarnings } from '../body-facts.ts';
import { commentBlock, commentWarnings } from '../comments.ts';
import { Drawings, drawingsIn } from '../drawings.ts';
import { diagramsOf } from '../drawn-text.ts';
import { seenWords } from '../looks/hidden-words.ts';
import { isOn } from '../looks/run-look.ts';
import { Styles } from '../looks/styles.ts';
import { ThemeColours } from '../looks/theme.ts';
import { relationshipsOf } from '../relationships.ts';
import { childAt, childrenOf, type Element, elementsNamed, treeOf, walk } from '../xml.ts';
import { BodyReader, type Typography } from './body.ts';
import { BoundData } from './bound-data.ts';
import { Numbering } from './numbering.ts';
import { trustedPages, withoutBreaks } from './pages.ts';
import { boilerplateParts, pagedParts, sectionParts } from './parts.ts';
import { paperOf } from './place-look.ts';
import { StyleLooks } from './style-looks.ts';

/** Opens a Word document. Throws a `ReadFailure` with the code `archive_limits`, `encrypted` or `damaged`. */
export async function openDocx(path: string, budget: ReadingBudget): Promise<Reading> {
  const archive = await Archive.open(path, budget);
  try {
    const name = await mainPart(archive);
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const bytes = await archive.read(name);
    if (bytes === null) {
      throw new ReadFailure('damaged', 'The document has no body. Save it again from Word, or as PDF.');
    }
    const partNamed = async (other: string) => treeOf(await archive.read(`${folder}${other}`));
    const document = treeOf(bytes);
    const settings = await partNamed('settings.xml');
    const headers = await shownBoilerplate(archive, name, { document, settings });
    const drawn = drawingsIn(document);
    const inHeaders = headers.map(drawingsIn);
    const typography = await typographyOf(
      archive,
      { name, document, settings },
      new Drawings(drawn, inHeaders.flat()),
    );
    const body = new BodyReader(typography);
    const main = body.blocks(document);
    const footnotes = readNotes(await partNamed('footnotes.xml'), 'footnote', typography);
    const endnotes = readNotes(await partNamed('endnotes.xml'), 'endnote', typography);
    const comments = readNotes(await partNamed('comments.xml'), 'comment', typography);
    const blocks = withNotes(main, { footnote: footnotes, endnote: endnotes, comment: comments });
    const boilerplate = headers.flatMap((header, at) => {
      // A large drawing in the document's body can be behind the header or footer on some pages.
      const look = { ...typography.look, drawings: new Drawings(inHeaders[at] ?? [], drawn) };
      return new BodyReader({ ...typography, look }).blocks(header);
    });
    const pages = trustedPages(blocks, await archive.read('docProps/app.xml'));
    const warnings = [...factWarnings(body.facts), ...commentWarnings(blocks)];
    return wholeReading({
      countedAs: pages === null ? 'sections' : 'pages',
      *parts() {
        yield* boilerplateParts(boilerplate);
        yield* pages === null ? sectionParts(blocks) : pagedParts(blocks, pages);
      },
      warnings: pages === null ? warnings : [...warnings, pagesAsSaved],
      unread: factGaps(body.facts),
    });
  } finally {
    archive.close();
  }
}

const pagesAsSaved: ReadingWarning = {
  code: 'pages_as_saved',
  message: 'Its page numbers are those that Word recorded when it last saved the document.',
};

type Note = { blocks: Block[]; by: string | undefined };

/**
 * The footnotes, endnotes or comments of a document by id, each with its paragraphs and its author. The separators
 * between text and notes, which have a type, are left out.
 */
function readNotes(
  part: Element,
  element: 'footnote' | 'endnote' | 'comment',
  typography: Typography,
): Map<string, Note> {
  const notes = elementsNamed(part, element).filter(
    ({ attributes: { type, id } }) => type === undefined && id !== undefined,
  );
  return new Map(
    notes.map((note) => {
      const { id = '', author } = note.attributes;
      return [id, { blocks: new BodyReader(typography).blocks(note), by: author }];
    }),
  );
}

/**
 * Inserts each note, with its displayed number, and each comment, with its author, after the paragraph that refers to
 * it.
 */
function withNotes(blocks: Block[], all: Record<Block['notes'][number]['kind'], Map<string, Note>>): Block[] {
  return blocks.flatMap((block) => {
    const notes = block.notes.flatMap(({ kind, id, mark }): Block[] => {
      const note = all[kind].get(id);
      const { text, hidden } = seenWords(note?.blocks ?? []);
      const words = withoutBreaks(text);
      if (words === '') return hidden;
      if (kind === 'comment') return [commentBlock(words, note?.by), ...hidden];
      return [paragraphBlock(`${mark} ${words}`.trim()), ...hidden];
    });
    return [block, ...notes];
  });
}

async function typographyOf(
  archive: Archive,
  { name, document, settings }: { name: string; document: Element; settings: Element },
  drawings: Drawings,
): Promise<Typography> {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const partNamed = async (other: string) => treeOf(await archive.read(`${folder}${other}`));
  const sheet = await partNamed('styles.xml');
  const styles = new Styles(sheet);
  const numbering = new Numbering(await partNamed('numbering.xml'), styles);
  const theme = new ThemeColours(await partNamed('theme/theme1.xml'));
  const shown = childAt(settings, 'settings', 'displayBackgroundShape') !== undefined;
  const paper = paperOf(childAt(document, 'document', 'background')?.attributes, shown, theme);
  const diagrams = await diagramsOf(archive, await relationshipsOf(archive, name));
  const data = await BoundData.of(archive, name);
  return {
    styles,
    numbering,
    diagrams,
    data,
    look: { styles: new StyleLooks(sheet, theme), theme, paper, drawings },
  };
}

/**
 * The path, inside the archive, of the part that contains the document's body; `word/document.xml` in nearly every
 * file.
 */
export async function mainPart(archive: Archive): Promise<string> {
  const relationships = elementsNamed(treeOf(await archive.read('_rels/.rels')), 'Relationship');
  const main = relationships.findLast(
    ({ attributes: { Type = '', TargetMode } }) =>
      TargetMode !== 'External' && Type.endsWith('/officeDocument'),
  );
  return main?.attributes.Target?.replace(/^\//, '') ?? 'word/document.xml';
}

/**
 * Each header and footer that appears on a page, without duplicates. Headers and footers for first pages or for even
 * pages count only if the document distinguishes such pages. Throws a `ReadFailure`.
 */
async function shownBoilerplate(
  archive: Archive,
  part: string,
  { document, settings }: { document: Element; settings: Element },
): Promise<Element[]> {
  const evenPages = childAt(settings, 'settings', 'evenAndOddHeaders')?.attributes;
  const hasEvenPages = evenPages !== undefined && isOn(evenPages.val ?? '');
  const targets = new Map((await relationshipsOf(archive, part)).map(({ id, target }) => [id, target]));
  const shown: Element[] = [];
  for (const id of shownIds(document, hasEvenPages)) {
    const target = targets.get(id);
    const bytes = target === undefined ? null : await archive.read(target);
    if (bytes !== null) shown.push(treeOf(bytes));
  }
  return shown;
}

function shownIds(document: Element, hasEvenPages: boolean): Set<string> {
  const shown = new Set<string>();
  // A section inherits from the section before it the references that it does not set itself.
  const named = new Map<string, { type: string; id: string }>();
  walk(document, (section) => {
    if (section.name !== 'sectPr') return section.name !== 'sectPrChange';
    const title = childAt(section, 'titlePg');
    const hasTitlePage = title !== undefined && isOn(title.attributes.val ?? '1');
    for (const { name, attributes } of childrenOf(section)) {
      const { type = 'default', id = '' } = attributes;
      if (name === 'headerReference' || name === 'footerReference')
        named.set(`${name} ${type}`, { type, id });
    }
    for (const { type, id } of named.values()) {
      if (type === 'default' || (type === 'first' ? hasTitlePage : hasEvenPages)) shown.add(id);
    }
    return false;
  });
  return shown;
}
