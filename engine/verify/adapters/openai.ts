import { z } from 'zod';
import type { Adapter, AnswerRead, ReadCitation } from './adapter.ts';
import { quotationsIn, sentenceBefore } from './quotes-in-text.ts';
import { readable, readEach, typeOf, unreadCitation } from './readable.ts';

const annotation = z.looseObject({
  type: z.literal('file_citation'),
  index: z.int().min(0).nullish(),
  file_id: z.string().nullish(),
  filename: z.string().nullish(),
});
const result = z.looseObject({
  file_id: z.string().optional(),
  filename: z.string().optional(),
  text: z.string().optional(),
});
const part = z.looseObject({
  text: z.string().nullish().catch(null),
  annotations: z.array(z.unknown()),
});
const item = z.looseObject({
  content: z.array(z.unknown()).nullish().catch(null),
  results: z.array(z.unknown()).nullish().catch(null),
});
const responseSchema = z.looseObject({ output: z.array(z.unknown()) });
/** `file_citation`, `container_file_citation`, `url_citation`, and types that are not known yet. */
const citingTypes = /citation$/;
type Annotation = z.infer<typeof annotation>;
type SearchResult = z.infer<typeof result>;

/**
 * Responses of OpenAI's file search: `output[]` with `file_citation` annotations, as in
 * https://platform.openai.com/docs/guides/tools-file-search. An annotation marks a position of the answer and names a
 * file, but has no quote. The quotations in the sentence before it are verified; without any, the passage of the search
 * result that shares most words with the sentence, which then is the claim. The response contains search results if the
 * request has `include: ["file_search_call.results"]`.
 */
export const openAiFileSearch: Adapter = {
  id: 'openai',
  recognises(answer) {
    const annotations = partsOf(answer)?.parts.flatMap((one) => one.annotations) ?? [];
    return annotations.some((one) => citingTypes.test(typeOf(one) ?? ''));
  },
  read(answer) {
    const found = partsOf(answer);
    if (found === null) return null;
    const read: AnswerRead = { citations: [], warnings: [] };
    for (const { text, annotations } of found.parts) {
      for (const one of readEach(annotation, annotations)) {
        if ('value' in one) {
          const quoted = citationsOf(text ?? '', one.value, found.results);
          read.citations.push(...quoted);
          if (quoted.length === 0) read.warnings.push(withoutQuote(one.value));
          continue;
        }
        const type = typeOf(one.given);
        if (type === undefined || citingTypes.test(type))
          read.warnings.push(unreadCitation(type, type === 'file_citation' ? one.problem : null));
      }
    }
    return read;
  },
};

function partsOf(answer: unknown): { parts: z.infer<typeof part>[]; results: SearchResult[] } | null {
  const { data } = responseSchema.safeParse(answer);
  if (data === undefined) return null;
  const items = readable(item, data.output);
  return {
    parts: items.flatMap(({ content }) => readable(part, content ?? [])),
    results: items.flatMap(({ results }) => readable(result, results ?? [])),
  };
}

function citationsOf(text: string, citation: Annotation, results: readonly SearchResult[]): ReadCitation[] {
  const sentence = sentenceBefore(text, citation.index ?? text.length);
  const source = citation.filename == null ? {} : { source: citation.filename };
  const quotations = quotationsIn(sentence);
  if (quotations.length > 0) return quotations.map(({ quote }) => ({ quote, ...source }));
  const own = results.filter(({ file_id, filename }) =>
    citation.file_id == null ? filename === citation.filename : file_id === citation.file_id,
  );
  const [best] = own
    .flatMap((found) => (found.text ? [{ text: found.text, shared: sharedWords(found.text, sentence) }] : []))
    .sort((one, other) => other.shared - one.shared);
  return best ? [{ quote: best.text, ...source, claim: sentence }] : [];
}

function sharedWords(text: string, sentence: string): number {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => words.has(word)).length;
}

function withoutQuote({ filename, file_id }: Annotation): string {
  return `A citation of ${filename ?? file_id ?? 'a file'} has no quote. Send the request with include: ["file_search_call.results"], or let the model quote.`;
}
