import { z } from 'zod';
import type { Adapter, AnswerRead, ReadCitation } from './adapter.ts';
import { withCamelKeys } from './camel-keys.ts';
import { quotationsIn } from './quotes-in-text.ts';
import { readable, readEach } from './readable.ts';

const chunk = z.looseObject({
  web: z.looseObject({ uri: z.string().optional(), title: z.string().optional() }).optional(),
  retrievedContext: z
    .looseObject({
      uri: z.string().optional(),
      title: z.string().optional(),
      text: z.string().optional(),
      ragChunk: z
        .looseObject({
          text: z.string().optional(),
          pageSpan: z.looseObject({ firstPage: z.int().min(1), lastPage: z.int().min(1) }).optional(),
        })
        .optional(),
    })
    .optional(),
});
const support = z.looseObject({
  segment: z
    .looseObject({
      text: z.string().optional(),
      partIndex: z.int().min(0).optional(),
      startIndex: z.int().min(0).optional(),
      endIndex: z.int().min(0).optional(),
    })
    .optional(),
  groundingChunkIndices: z.array(z.int().min(0)).min(1),
});
const metadata = z.looseObject({
  groundingChunks: z.array(z.unknown()).nullish().catch(null),
  groundingSupports: z.array(z.unknown()),
});
const part = z.looseObject({ text: z.string() });
const candidate = z.looseObject({
  content: z
    .looseObject({ parts: z.array(z.unknown()) })
    .nullish()
    .catch(null),
  groundingMetadata: metadata,
});
const answerSchema = z.looseObject({ candidates: z.array(z.unknown()) });

type Candidate = z.infer<typeof candidate>;
type Segment = z.infer<typeof support>['segment'];

/**
 * Responses of Gemini with grounding metadata, as in
 * https://googleapis.github.io/js-genai/release_docs/interfaces/types.GroundingSupport.html: `groundingSupports` say
 * which chunks support a segment of the answer. The quotations in the segment are verified; without any, the text of
 * each chunk, and the segment is the claim. Web chunks have no text.
 */
export const geminiGrounding: Adapter = {
  id: 'gemini',
  recognises(answer) {
    const { data } = answerSchema.safeParse(withCamelKeys(answer));
    return readable(candidate, data?.candidates ?? []).length > 0;
  },
  read(answer) {
    const { data } = answerSchema.safeParse(withCamelKeys(answer));
    if (data === undefined) return null;
    const read: AnswerRead = { citations: [], warnings: [] };
    for (const one of readable(candidate, data.candidates)) readCandidate(one, read);
    return read;
  },
};

function readCandidate({ content, groundingMetadata }: Candidate, read: AnswerRead): void {
  const chunks = readEach(chunk, groundingMetadata.groundingChunks ?? []);
  for (const [at, one] of readEach(support, groundingMetadata.groundingSupports).entries()) {
    if ('problem' in one) {
      read.warnings.push(`Support ${at + 1} could not be read and was not verified (${one.problem}).`);
      continue;
    }
    const { segment, groundingChunkIndices } = one.value;
    for (const place of groundingChunkIndices) {
      const known = chunks[place];
      if (known === undefined || 'problem' in known) {
        const why = known === undefined ? 'the answer does not have it' : known.problem;
        read.warnings.push(
          `Support ${at + 1} names chunk ${place}, which could not be read and was not verified (${why}).`,
        );
        continue;
      }
      const found = citationsOf(textOf(segment, content?.parts ?? []), known.value);
      read.citations.push(...found);
      if (found.length === 0) {
        const name = known.value.web?.title ?? `chunk ${place}`;
        read.warnings.push(`The support by ${name} has no text to verify. Let the model quote.`);
      }
    }
  }
}

/** The text of a segment. Its offsets count the bytes of a part of the answer in UTF-8, from 0, end exclusive. */
function textOf(segment: Segment, parts: readonly unknown[]): string {
  if (segment?.text !== undefined) return segment.text;
  const { data } = part.safeParse(parts[segment?.partIndex ?? 0]);
  if (data === undefined || segment?.endIndex === undefined) return '';
  return Buffer.from(data.text)
    .subarray(segment.startIndex ?? 0, segment.endIndex)
    .toString();
}

function citationsOf(
  segment: string,
  { retrievedContext: context, web }: z.infer<typeof chunk>,
): ReadCitation[] {
  const named = context?.title ?? context?.uri ?? web?.uri;
  const span = context?.ragChunk?.pageSpan;
  const place = {
    ...(named !== undefined && { source: named }),
    ...(span && { page: span.firstPage, endPage: span.lastPage }),
  };
  const quotations = quotationsIn(segment);
  if (quotations.length > 0) return quotations.map(({ quote }) => ({ quote, ...place }));
  const text = context?.ragChunk?.text ?? context?.text;
  return text === undefined || text === ''
    ? []
    : [{ quote: text, ...place, ...(segment !== '' && { claim: segment }) }];
}
