/**
 * The code of a field, if the field shows only a number of pages; null otherwise. Other fields can read files, such as
 * INCLUDEPICTURE, INCLUDETEXT, LINK and DDE. Their stored results are shown without them.
 */
export function pageFieldOf(code: string): string | null {
  return /^\s*(PAGE|NUMPAGES|SECTIONPAGES)(?![^\s\\])/i.exec(code)?.[1]?.toUpperCase() ?? null;
}
