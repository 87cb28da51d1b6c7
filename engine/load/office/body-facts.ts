import type { Gap, ReadingWarning } from '../part.ts';

/** How many tracked changes a document has, and which of its content was not read. Warnings report these facts. */
export type BodyFacts = {
  insertions: number;
  deletions: number;
  embedded: number;
  /** Controls whose words in the text differ from the data that they are bound to. */
  boundControls: number;
  /** For each picture as large as a page of text, how many blocks precede it. */
  pagePictures: number[];
};

export function noFacts(): BodyFacts {
  return { insertions: 0, deletions: 0, embedded: 0, boundControls: 0, pagePictures: [] };
}

export function factWarnings({ insertions, deletions, boundControls }: BodyFacts): ReadingWarning[] {
  const warnings: ReadingWarning[] = [];
  if (insertions + deletions > 0) {
    warnings.push({
      code: 'tracked_changes',
      message: `It has tracked changes that are not yet accepted: ${insertions} insertions were read as text, ${deletions} deletions were left out.`,
    });
  }
  if (boundControls > 0) {
    warnings.push({
      code: 'bound_controls',
      message: `It has ${boundControls} controls that show data of the file: the data was read, not the words in the text, which differ.`,
    });
  }
  return warnings;
}

export function factGaps({ embedded, pagePictures }: BodyFacts): Gap[] {
  return [
    ...pagePictures.map((paragraph) => ({
      where: `picture near paragraph ${paragraph}`,
      reason: 'a picture as large as a page, without a text layer',
    })),
    ...embeddedGaps(embedded),
  ];
}

export function embeddedGaps(embedded: number): Gap[] {
  return embedded > 0
    ? [{ where: `${embedded} embedded documents`, reason: 'in an unsupported format' }]
    : [];
}
