import { z } from 'zod';
import { verificationSchema } from '../../../engine/model/verification.ts';
import { answered, one } from '../answers.ts';
import { filledText, position, strict, textLengths, upTo } from '../fields.ts';
import { projectFile } from '../projects/schemas.ts';
import { endpoint, router } from '../trpc.ts';

/** The id of a citation, and the number that a page shows. */
const mostNameCharacters = 200;
const mostClaimCharacters = 10_000;

const pageNumber = () => z.int().min(1).pipe(position());

const citation = strict({
  id: filledText()
    .max(mostNameCharacters)
    .exactOptional()
    .meta({ description: 'By default, the position in the list, from 1.' }),
  quote: filledText().meta({ description: 'The words that should be in the source.' }),
  source: filledText().max(textLengths.url).exactOptional().meta({
    description: 'The name or the URL of one of the sources. Without it, the quote can be in any source.',
  }),
  page: z
    .union([pageNumber(), filledText().max(mostNameCharacters)])
    .exactOptional()
    .meta({
      description:
        'A number is the position of the page in the file, from 1 (for presentations, of the slide); a string is the number that the page shows, such as "iv".',
    }),
  endPage: pageNumber().exactOptional().meta({
    description: 'The last page, if the quote can be on several; counted like a number as page.',
  }),
  claim: filledText().max(mostClaimCharacters).exactOptional().meta({
    description: 'The sentence for which the quote is the evidence.',
  }),
}).meta({ id: 'CitationInput' });

const verifyInput = () =>
  strict({
    citations: z.array(citation).min(1).meta(upTo('citations')),
    sources: z
      .array(projectFile)
      .min(1)
      .meta(upTo('files', 'The files that the citations should be from, as a project names files.')),
  }).meta({
    examples: [
      {
        citations: [
          {
            quote: 'Invoices shall be paid within 60 days of receipt.',
            source: 'terms.txt',
            claim: 'Invoices are due after 60 days.',
          },
        ],
        sources: [
          { name: 'terms.txt', type: 'text', content: 'Invoices shall be paid within 30 days of receipt.' },
        ],
      },
    ],
  });

export const verifyRouter = router({
  citations: endpoint('read', 'POST', '/verify', {
    changesNothing: true,
    summary: 'Verify citations that another tool made',
    description:
      'Says of each citation whether its quote is in the sources, word for word, at the named place. No model is called ' +
      'and nothing is stored. The sources are read, so the first response can take a while.',
    errors: ['quota_exceeded', 'asset_upload_failed'],
    takesTexts: true,
  })
    .input(verifyInput())
    .output(one(verificationSchema))
    .mutation(async ({ ctx, input }) =>
      answered(await ctx.services.verifications.of(ctx.actor, input, ctx.closing())),
    ),
});
