import { ReadFailure } from '../../model/errors.ts';
import type { CountedAs } from '../../model/source.ts';
import type { Part, Reading, ReadingWarning } from '../part.ts';
import type { ReadingBudget } from '../reading-budget.ts';
import { Archive } from '../zip/archive.ts';
import { type Block, BodyReader } from './body.ts';
import { type BodyFacts, factGaps, factWarnings } from './body-facts.ts';
import { commentBlock, commentWarnings } from './comments.ts';
import { readFurniture } from './furniture.ts';
import { type Note, readNotes } from './notes.ts';
import { Numbering } from './numbering.ts';
import { type Piece, trustedPages, withoutBreaks } from './pages.ts';
import { furnitureParts, pagedParts, sectionParts } from './parts.ts';
import { Styles } from './styles.ts';
import { type Attributes, parseXml, type XmlHandler } from './xml.ts';

/** Opens a Word document. Throws `ReadFailure`: archive_limits, encrypted, damaged. */
export async function openDocx(path: string, budget: ReadingBudget): Promise<Reading> {
  const archive = await Archive.open(path, budget);
  try {
    const name = await mainPart(archive);
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const document = await archive.read(name);
    if (document === null) {
      throw new ReadFailure('damaged', 'The document has no body. Save it again from Word, or as PDF.');
    }
    const styles = Styles.parse(await archive.read(`${folder}styles.xml`));
    const numbering = Numbering.parse(await archive.read(`${folder}numbering.xml`), styles);
    const body = new BodyReader(styles, numbering);
    parseXml(document, body);
    const footnotes = readNotes(await archive.read(`${folder}footnotes.xml`), 'footnote', styles, numbering);
    const endnotes = readNotes(await archive.read(`${folder}endnotes.xml`), 'endnote', styles, numbering);
    const comments = readNotes(await archive.read(`${folder}comments.xml`), 'comment', styles, numbering);
    const blocks = withNotes(body.blocks(), { footnote: footnotes, endnote: endnotes, comment: comments });
    const furniture = await readFurniture(archive, name, document, { styles, numbering });
    const pages = trustedPages(blocks, await archive.read('docProps/app.xml'));
    return new DocxReading({ blocks, furniture }, body.facts, pages);
  } finally {
    archive.close();
  }
}

class DocxReading implements Reading {
  readonly countedAs: CountedAs;
  readonly pageCount = null;
  readonly #blocks: Block[];
  readonly #furniture: string[];
  readonly #facts: BodyFacts;
  readonly #pages: Piece[][] | null;

  constructor(
    { blocks, furniture }: { blocks: Block[]; furniture: string[] },
    facts: BodyFacts,
    pages: Piece[][] | null,
  ) {
    this.countedAs = pages === null ? 'sections' : 'pages';
    this.#blocks = blocks;
    this.#furniture = furniture;
    this.#facts = facts;
    this.#pages = pages;
  }

  async *parts(): AsyncGenerator<Part> {
    yield* furnitureParts(this.#furniture);
    yield* this.#pages === null ? sectionParts(this.#blocks) : pagedParts(this.#blocks, this.#pages);
  }

  warnings(): ReadingWarning[] {
    const warnings = [...factWarnings(this.#facts), ...commentWarnings(this.#blocks)];
    if (this.#pages !== null) {
      warnings.push({
        code: 'pages_as_saved',
        message: 'Its page numbers are those that Word last saved it with.',
      });
    }
    return warnings;
  }

  unread(): { where: string; reason: string }[] {
    return factGaps(this.#facts);
  }

  async close(): Promise<void> {}
}

/** Each note follows the paragraph that refers to it, with the number it is shown with; a comment with who made it. */
function withNotes(blocks: Block[], all: Record<Block['notes'][number]['kind'], Map<string, Note>>): Block[] {
  let shown = 0;
  return blocks.flatMap((block) => {
    const notes = block.notes.flatMap(({ kind, id }): Block[] => {
      const note = all[kind].get(id);
      const text = (note?.blocks ?? []).map((one) => withoutBreaks(one.text).trim()).join(' ');
      if (text === '') return [];
      if (kind === 'comment') return [commentBlock(text, note?.by)];
      shown += 1;
      return [{ kind: 'paragraph', text: `${shown} ${text}`, heading: null, notes: [] }];
    });
    return [block, ...notes];
  });
}

/** The part that the package names as its document; `word/document.xml` in nearly every file. */
async function mainPart(archive: Archive): Promise<string> {
  const relationships = await archive.read('_rels/.rels');
  const finder = new MainPartFinder();
  if (relationships !== null) parseXml(relationships, finder);
  return finder.target ?? 'word/document.xml';
}

class MainPartFinder implements XmlHandler {
  target: string | null = null;

  open(name: string, { Type = '', Target = '', TargetMode = '' }: Attributes): void {
    if (name !== 'Relationship' || TargetMode === 'External') return;
    if (Type.endsWith('/officeDocument')) this.target = Target.replace(/^\//, '');
  }

  close(): void {}

  text(): void {}
}
