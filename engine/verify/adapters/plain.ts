import { z } from 'zod';
import { givenCitationSchema } from '../../model/verification.ts';
import type { Adapter, AnswerRead } from './adapter.ts';

const citation = givenCitationSchema.extend({
  id: z.union([z.string().min(1), z.int().transform(String)]).optional(),
});

const plainSchema = z.union([
  z.array(z.unknown()),
  z.strictObject({ citations: z.array(z.unknown()) }).transform(({ citations }) => citations),
]);

const looksPlain = z.union([
  z.array(z.unknown()).refine(hasQuote),
  z.looseObject({ citations: z.array(z.unknown()).refine(hasQuote) }),
]);

/** Whether a list has a citation of this form; an empty list has none, and no other form either. */
function hasQuote(all: readonly unknown[]): boolean {
  return all.length === 0 || all.some((one) => typeof one === 'object' && one !== null && 'quote' in one);
}

/** Proviso's own form: `[{id, quote, source?, page?, endPage?, claim?}]`, or an object with this list as `citations`. */
export const plainForm: Adapter = {
  id: 'plain',
  recognises: (answer) => looksPlain.safeParse(answer).success,
  read(answer) {
    const { data } = plainSchema.safeParse(answer);
    if (data === undefined) return null;
    const read: AnswerRead = { citations: [], warnings: [] };
    for (const [at, one] of data.entries()) {
      const { data: known, error } = citation.safeParse(one);
      if (known) {
        const { id, ...rest } = known;
        read.citations.push({ ...rest, ...(id !== undefined && { id }) });
        continue;
      }
      const problems = error.issues.map(({ path, message }) => `${wordsOf([at, ...path])}: ${message}`);
      read.warnings.push(`Citation ${at + 1} is not valid and was not verified. ${problems.join('. ')}`);
    }
    return read;
  },
};

/** The path of a field, such as [0].page. */
function wordsOf(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}
