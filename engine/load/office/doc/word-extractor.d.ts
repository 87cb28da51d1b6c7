/** Types for the parts of word-extractor that Proviso uses, because the package has no types. */
declare module 'word-extractor' {
  type Options = { filterUnicode: boolean };

  class WordDocument {
    getBody(options: Options): string;
    getFootnotes(options: Options): string;
    getEndnotes(options: Options): string;
    getHeaders(options: Options & { includeFooters: boolean }): string;
    getFooters(options: Options): string;
    getAnnotations(options: Options): string;
    getTextboxes(options: Options & { includeHeadersAndFooters: boolean }): string;
  }

  export default class WordExtractor {
    extract(bytes: Buffer): Promise<WordDocument>;
  }
}
