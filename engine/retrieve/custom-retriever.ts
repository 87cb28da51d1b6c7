import { Document } from '@langchain/core/documents';
import type { BaseRetriever } from '@langchain/core/retrievers';
import type { RunnableConfig } from '@langchain/core/runnables';
import { readableText } from '../chunk/readable-text.ts';
import { ProvisoError } from '../model/errors.ts';
import type { Passage, Passages } from '../model/passage.ts';
import type { SourceIndex } from './index/source-index.ts';
import type { Scored } from './query/bm25.ts';

/** The metadata that the caller's retriever receives with the text of a passage. */
export type PassageDocumentMetadata = { passage: string; file: string; headings: string[] };

/**
 * Opens a retriever over the passages of a subject's input files. The retriever must return documents that it was
 * opened with, best first; they are recognised by `metadata.passage`.
 */
export type OpenRetriever = (
  passages: Document<PassageDocumentMetadata>[],
) => BaseRetriever | Promise<BaseRetriever>;

/** Ranks input passages with the caller's LangChain retriever, which is opened only once for the same files. */
export class CustomRetriever {
  readonly #open: OpenRetriever;
  readonly #opened = new Map<string, Promise<BaseRetriever>>();

  constructor(open: OpenRetriever) {
    this.#open = open;
  }

  /**
   * Throws a `ProvisoError` with the code `bad_retriever` if the retriever returns a document that is not a passage.
   */
  async ranked(
    query: string,
    inputs: readonly SourceIndex[],
    all: Passages,
    config: RunnableConfig,
  ): Promise<Scored[]> {
    const passages = inputs.flatMap((index) => index.passages);
    if (passages.length === 0) return [];
    const retriever = await this.#over(passages);
    const found = await retriever.invoke(query, config);
    const ids = [...new Set(found.map(({ metadata }) => String(metadata.passage)))];
    return ids.map((id, at) => {
      const passage = all.get(id);
      if (passage) return { passage, score: 1 / (at + 1) };
      throw new ProvisoError(
        'bad_retriever',
        `The retriever returned a document that is not a passage of the files (metadata.passage is "${id}"). Return documents that it was opened with.`,
      );
    });
  }

  #over(passages: readonly Passage[]): Promise<BaseRetriever> {
    const key = `${passages[0]?.id} ${passages.at(-1)?.id} ${passages.length}`;
    const known = this.#opened.get(key) ?? Promise.resolve(this.#open(passages.map(documentOf)));
    this.#opened.set(key, known);
    return known;
  }
}

function documentOf(passage: Passage): Document<PassageDocumentMetadata> {
  return new Document({
    id: passage.id,
    pageContent: readableText(passage.source.content, passage),
    metadata: { passage: passage.id, file: passage.source.name, headings: passage.headingPath },
  });
}
