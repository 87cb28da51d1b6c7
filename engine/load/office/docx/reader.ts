import { ReadFailure } from '../../../model/errors.ts';
import { type Reading, type ReadingWarning, wholeReading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { Archive } from '../../zip/archive.ts';
import type { Block } from '../block.ts';
import { factGaps, factWarnings } from '../body-facts.ts';
import { commentBlock, commentWarnings } from '../comments.ts';
import { Drawings, drawingsIn } from '../drawings.ts';
import { diagramsOf } from '../drawn-text.ts';
import { seenWords } from '../looks/hidden-words.ts';
import { Styles } from '../looks/styles.ts';
import { ThemeColours } from '../looks/theme.ts';
import { relationshipsOf } from '../relationships.ts';
import { attributesOf, parseXml } from '../xml.ts';
import { BodyReader, type Typography } from './body.ts';
import { BoundData } from './bound-data.ts';
import { readBoilerplate, shownBoilerplate } from './headers-and-footers.ts';
import { paperOf } from './look-tracker.ts';
import { type Note, readNotes } from './notes.ts';
import { Numbering } from './numbering.ts';
import { trustedPages, withoutBreaks } from './pages.ts';
import { boilerplateParts, pagedParts, sectionParts } from './parts.ts';
import { StyleLooks } from './style-looks.ts';

/** Opens a Word document. Throws a `ReadFailure` with the code `archive_limits`, `encrypted` or `damaged`. */
export async function openDocx(path: string, budget: ReadingBudget): Promise<Reading> {
  const archive = await Archive.open(path, budget);
  try {
    const name = await mainPart(archive);
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const document = await archive.read(name);
    if (document === null) {
      throw new ReadFailure('damaged', 'The document has no body. Save it again from Word, or as PDF.');
    }
    const headers = await shownBoilerplate(archive, name, document);
    const drawn = drawingsIn(document);
    const drawings = new Drawings(drawn, headers.flatMap(drawingsIn));
    const typography = await typographyOf(archive, { name, document }, drawings);
    const body = parseXml(document, new BodyReader(typography));
    const footnotes = readNotes(await archive.read(`${folder}footnotes.xml`), 'footnote', typography);
    const endnotes = readNotes(await archive.read(`${folder}endnotes.xml`), 'endnote', typography);
    const comments = readNotes(await archive.read(`${folder}comments.xml`), 'comment', typography);
    const blocks = withNotes(body.blocks(), { footnote: footnotes, endnote: endnotes, comment: comments });
    const boilerplate = headers.flatMap((bytes) => readBoilerplate(bytes, typography, drawn));
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
      return [{ kind: 'paragraph', text: `${mark} ${words}`.trim(), heading: null, notes: [] }, ...hidden];
    });
    return [block, ...notes];
  });
}

async function typographyOf(
  archive: Archive,
  { name, document }: { name: string; document: Buffer },
  drawings: Drawings,
): Promise<Typography> {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const sheet = await archive.read(`${folder}styles.xml`);
  const styles = Styles.parse(sheet);
  const numbering = Numbering.parse(await archive.read(`${folder}numbering.xml`), styles);
  const theme = ThemeColours.parse(await archive.read(`${folder}theme/theme1.xml`));
  const settings = await archive.read(`${folder}settings.xml`);
  const shown = attributesOf(settings, 'displayBackgroundShape') !== null;
  const paper = paperOf(attributesOf(document, 'background'), shown, theme);
  const diagrams = await diagramsOf(archive, await relationshipsOf(archive, name));
  const data = await BoundData.of(archive, name);
  return {
    styles,
    numbering,
    diagrams,
    data,
    look: { styles: StyleLooks.parse(sheet, theme), theme, paper, drawings },
  };
}

/**
 * The path, inside the archive, of the part that contains the document's body; `word/document.xml` in nearly every
 * file.
 */
/** The name of the part with the body of the document. */
export async function mainPart(archive: Archive): Promise<string> {
  let target: string | null = null;
  parseXml(await archive.read('_rels/.rels'), {
    open(name, { Type = '', Target = '', TargetMode = '' }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      if (Type.endsWith('/officeDocument')) target = Target.replace(/^\//, '');
    },
  });
  return target ?? 'word/document.xml';
}
