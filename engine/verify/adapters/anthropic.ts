import { z } from 'zod';
import type { Adapter, AnswerRead, ReadCitation } from './adapter.ts';
import { readable, readEach, typeOf, unreadCitation } from './readable.ts';

const title = z.string().nullish();
const cited = { cited_text: z.string() };
const citation = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('char_location'), ...cited, document_title: title }),
  z
    .looseObject({
      ...{ type: z.literal('page_location'), ...cited, document_title: title },
      start_page_number: z.int().min(1),
      /** Exclusive: a quote on page 3 has 3 and 4. */
      end_page_number: z.int().min(2),
    })
    .refine((one) => one.end_page_number > one.start_page_number, 'the last page is before the first one'),
  z.looseObject({ type: z.literal('content_block_location'), ...cited, document_title: title }),
  z.looseObject({ type: z.literal('search_result_location'), ...cited, source: z.string(), title }),
  z.looseObject({ type: z.literal('web_search_result_location'), ...cited, url: z.string(), title }),
]);
/** Matches the types of citations, also those that are not known. */
const citingTypes = /_location$/;
const answerSchema = z.looseObject({ content: z.array(z.unknown()) });
const block = z.looseObject({ text: z.string().nullish().catch(null), citations: z.array(z.unknown()) });

/**
 * Messages of Anthropic's API with citations: `content[].citations[]` of
 * https://docs.anthropic.com/en/docs/build-with-claude/citations. The text of a content block is the claim that its
 * citations support; the title of a document is its source.
 */
export const anthropicCitations: Adapter = {
  id: 'anthropic',
  recognises(answer) {
    const { data } = answerSchema.safeParse(answer);
    return readable(block, data?.content ?? []).some(({ citations }) =>
      citations.some((one) => citingTypes.test(typeOf(one) ?? '')),
    );
  },
  read(answer) {
    const { data } = answerSchema.safeParse(answer);
    if (data === undefined) return null;
    const read: AnswerRead = { citations: [], warnings: [] };
    for (const { text, citations } of readable(block, data.content)) {
      for (const one of readEach(citation, citations)) {
        if ('value' in one) {
          read.citations.push({ ...placeOf(one.value), ...(text && { claim: text.trim() }) });
        } else read.warnings.push(unreadCitation(typeOf(one.given), one.problem));
      }
    }
    return read;
  },
};

function placeOf(one: z.infer<typeof citation>): ReadCitation {
  const quote = one.cited_text;
  switch (one.type) {
    case 'search_result_location':
      return { quote, source: one.source };
    case 'web_search_result_location':
      return { quote, source: one.url };
    case 'page_location': {
      const { start_page_number: page, end_page_number: end } = one;
      return { quote, ...sourceOf(one.document_title), page, ...(end - 1 > page && { endPage: end - 1 }) };
    }
    default:
      return { quote, ...sourceOf(one.document_title) };
  }
}

function sourceOf(name: string | null | undefined): { source?: string } {
  return name ? { source: name } : {};
}
