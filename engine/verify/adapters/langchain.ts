import { z } from 'zod';
import type { Adapter, AnswerRead, ReadCitation } from './adapter.ts';
import { withCamelKeys } from './camel-keys.ts';
import { quotationsIn } from './quotes-in-text.ts';
import { readable, readEach } from './readable.ts';

const document = z.looseObject({
  pageContent: z.string(),
  metadata: z
    .looseObject({
      source: z.string().nullish(),
      page: z.union([z.int().min(0), z.string()]).nullish(),
      totalPages: z.unknown().optional(),
      pageLabel: z.unknown().optional(),
      pageNumber: z.int().min(1).nullish().catch(null),
      loc: z
        .looseObject({ pageNumber: z.int().min(1).nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish(),
});
type Metadata = NonNullable<z.infer<typeof document>['metadata']>;
const looksLikeDocument = z.looseObject({ pageContent: z.string() });
const answerSchema = z
  .looseObject({
    answer: z.string().optional(),
    result: z.string().optional(),
    output: z.string().optional(),
    sourceDocuments: z.array(z.unknown()).optional(),
    context: z.array(z.unknown()).optional(),
  })
  .refine(({ sourceDocuments = [], context = [] }) =>
    [...sourceDocuments, ...context].some((one) => looksLikeDocument.safeParse(one).success),
  );
const block = z.looseObject({ text: z.string().nullish().catch(null), annotations: z.array(z.unknown()) });
const citing = z.looseObject({ type: z.literal('citation') });
const citedSchema = z
  .looseObject({ content: z.array(z.unknown()) })
  .transform(({ content }) => readable(block, content))
  .refine((blocks) => blocks.some(({ annotations }) => readable(citing, annotations).length > 0));
const citation = z.looseObject({
  type: z.literal('citation'),
  citedText: z.string(),
  title: z.string().nullish(),
  url: z.string().nullish(),
});

/**
 * Answers of LangChain: an answer with the documents that it was made from, as `create_retrieval_chain` (`context`) and
 * `RetrievalQA` (`source_documents`) return it, and messages with content blocks of LangChain 1.0. See
 * https://reference.langchain.com/python/langchain-core/documents/base/Document and
 * https://reference.langchain.com/javascript/langchain/index/ContentBlock/Citation. Each document is a citation of its
 * file; so is each quotation of the answer, without a file.
 */
export const langChainAnswers: Adapter = {
  id: 'langchain',
  recognises(answer) {
    const value = withCamelKeys(answer);
    return answerSchema.safeParse(value).success || citedSchema.safeParse(value).success;
  },
  read(answer) {
    const value = withCamelKeys(answer);
    const { data } = answerSchema.safeParse(value);
    if (data !== undefined) {
      const text = data.answer ?? data.result ?? data.output ?? '';
      const documents = [...(data.sourceDocuments ?? []), ...(data.context ?? [])];
      const quoted = quotationsIn(text).map(({ quote }) => ({ quote }));
      const read = readEach(document, documents);
      return {
        citations: [...quoted, ...read.flatMap((one) => ('value' in one ? [citationOf(one.value)] : []))],
        warnings: read.flatMap((one, at) =>
          'value' in one
            ? []
            : [`Document ${at + 1} of the answer could not be read and was not verified (${one.problem}).`],
        ),
      };
    }
    const cited = citedSchema.safeParse(value).data;
    if (cited === undefined) return null;
    const read: AnswerRead = { citations: [], warnings: [] };
    for (const { text, annotations } of cited) {
      for (const one of readEach(citation, annotations)) {
        if ('value' in one) read.citations.push(citedIn(one.value, text ?? ''));
        else read.warnings.push(`A citation could not be read and was not verified (${one.problem}).`);
      }
    }
    return read;
  },
};

function citedIn({ citedText: quote, title, url }: z.infer<typeof citation>, text: string): ReadCitation {
  const source = title ?? url;
  return { quote, ...(source && { source }), ...(text.trim() !== '' && { claim: text.trim() }) };
}

/**
 * The page of a document, from 1. `loc.pageNumber` (PDFLoader of JavaScript) and `page_number` (UnstructuredLoader) count
 * from 1. `page` counts from 0 in the loaders that also write `total_pages` or `page_label` (PyPDFLoader, PyMuPDFLoader,
 * PDFPlumberLoader); 0 cannot count from 1. Other loaders count `page` from 1, so without these fields it can be either
 * page. A text that is not a number is the number that the page shows.
 */
function pageOf(metadata: Metadata): Pick<ReadCitation, 'page' | 'endPage'> {
  const { page, totalPages, pageLabel, pageNumber, loc } = metadata;
  const certain = loc?.pageNumber ?? pageNumber;
  if (certain) return { page: certain };
  if (page === undefined || page === null) return {};
  if (typeof page === 'string' && !/^\s*\d{1,9}\s*$/.test(page))
    return page.trim() === '' ? {} : { page: page.trim() };
  const number = Number(page);
  const isFromZero = number === 0 || totalPages !== undefined || pageLabel !== undefined;
  return isFromZero ? { page: number + 1 } : { page: number, endPage: number + 1 };
}

function citationOf({ pageContent, metadata }: z.infer<typeof document>): ReadCitation {
  const { source } = metadata ?? {};
  return { quote: pageContent, ...(source && { source }), ...pageOf(metadata ?? {}) };
}
