import type { CallbackManagerForRetrieverRun } from '@langchain/core/callbacks/manager';
import { Document } from '@langchain/core/documents';
import { BaseRetriever } from '@langchain/core/retrievers';
import { readableText } from '../chunk/readable-text.ts';
import type { Language } from '../language/language.ts';
import type { SourceIndex } from './index/source-index.ts';
import { rank } from './query/bm25.ts';
import type { Equivalence } from './query/equivalences.ts';
import type { GlossaryEntry } from './query/glossary.ts';
import { withOpenings } from './query/opening.ts';
import { queryOf } from './query/query.ts';

export type PassageMetadata = { passage: string; score: number; presence: number };

type PassageRetrieverFields = {
  indexes: readonly SourceIndex[];
  language: Language;
  equivalences: readonly Equivalence[];
  glossary: readonly GlossaryEntry[];
  limit: number;
};

/** Finds the passages of some sources by their words (BM25), as a LangChain retriever: best first, with scores. */
export class PassageRetriever extends BaseRetriever<PassageMetadata> {
  override lc_namespace = ['proviso', 'retrieve'];
  readonly #fields: PassageRetrieverFields;

  constructor(fields: PassageRetrieverFields) {
    super();
    this.#fields = fields;
  }

  override async _getRelevantDocuments(
    query: string,
    _run?: CallbackManagerForRetrieverRun,
  ): Promise<Document<PassageMetadata>[]> {
    const { indexes, language, equivalences, glossary, limit } = this.#fields;
    const { ranked, presence } = rank(indexes, queryOf(query, language, equivalences, glossary));
    return withOpenings(ranked, indexes, query)
      .slice(0, limit)
      .map(
        ({ passage, score }) =>
          new Document({
            id: passage.id,
            pageContent: readableText(passage.source.content, passage),
            metadata: { passage: passage.id, score, presence },
          }),
      );
  }
}
