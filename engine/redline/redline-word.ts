import { zipSync } from 'fflate';
import { mainPart } from '../load/office/docx/reader.ts';
import { relationshipsOf } from '../load/office/relationships.ts';
import { ReadingBudget } from '../load/sandbox/reading-budget.ts';
import { Archive } from '../load/zip/archive.ts';
import type { Citation } from '../model/citation.ts';
import { hiddenFrom, type SourceText } from '../model/source.ts';
import { addComments } from './comments.ts';
import { DocumentWords } from './document-words.ts';
import type { Edit } from './propose.ts';
import { type By, withChanges } from './tracked-changes.ts';
import { wordRuns } from './word-runs.ts';
import { type Parts, setXml, xmlOf } from './xml-parts.ts';

/** Other words for the quote of a citation, and a comment on it. Either can be missing. */
export type Mark = {
  citation: Citation;
  edits: readonly Edit[];
  comment: string | null;
};

/** The redlined document, and for each mark the reason why it was not made, or null. */
export type Redlined = { bytes: Uint8Array; refused: (string | null)[] };

/**
 * Writes marks into a Word document as tracked changes and comments. Everything else of the document stays, so that
 * rejecting all changes gives its text and its look again. A mark is refused if its words are not found or stand in several
 * places, or if a tracked change there would be lost or wrong. Throws a `ReadFailure`.
 */
export async function redlineWord(
  path: string,
  marks: readonly Mark[],
  by: By,
  mostCharacters: number,
): Promise<Redlined> {
  const archive = await Archive.open(path, new ReadingBudget(mostCharacters));
  try {
    const main = await mainPart(archive);
    const entries: Parts = {};
    for (const name of archive.names()) {
      const bytes = name.endsWith('/') ? null : await archive.read(name);
      if (bytes !== null) entries[name] = bytes;
    }
    const xml = xmlOf(entries, main);
    const document = wordRuns(xml);
    const words = new DocumentWords(document.runs);
    const placed = marks.map(({ citation, edits, comment }) => ({
      comment,
      ...words.find(citation.quote, edits),
    }));
    const made = placed.filter(({ refused }) => refused === null);
    const existing = (await relationshipsOf(archive, main)).find(({ type }) => type === 'comments');
    const comments = made.flatMap(({ comment }) => comment ?? []);
    const { namespace } = document;
    const firstId = addComments(entries, {
      ...{ main, namespace, existing: existing?.target ?? null, comments, by },
    });
    const commented = made.filter(({ comment }) => comment !== null);
    const changes = made.flatMap((mark) =>
      mark.operations.map((operation) => ({
        ...operation,
        comment: mark.comment === null ? null : firstId + commented.indexOf(mark),
      })),
    );
    setXml(entries, main, withChanges(xml, document, changes, by));
    return { bytes: zipSync(entries, { mtime: by.at }), refused: placed.map(({ refused }) => refused) };
  } finally {
    archive.close();
  }
}

/** The text of a source with the edits of marks in their places. A text has no comments. */
export function redlineText({ text, ranges }: SourceText, marks: readonly Mark[]): Redlined {
  const edits = marks
    .flatMap(({ citation, edits }) =>
      edits.map(({ start, end, becomes }) => ({
        start: citation.start + start,
        end: citation.start + end,
        becomes,
      })),
    )
    .sort((one, other) => other.start - one.start);
  const changed = edits.reduce(
    (all, { start, end, becomes }) => `${all.slice(0, start)}${becomes}${all.slice(end)}`,
    text.slice(0, hiddenFrom({ text, ranges })),
  );
  return { bytes: Buffer.from(changed), refused: marks.map(() => null) };
}
