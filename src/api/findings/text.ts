import { one } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { citedTextInput, citedTextPart } from './schemas.ts';

export const citedText = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}/runs/{runId}/findings/{findingId}/text',
      summary: 'Read the text around a quote, as Proviso read it from the file',
      description:
        'Returns a part of the text that the run read from the cited file. The start and end of the citation are offsets in this text. Without from and to, the part around the quote is returned.',
      tags: ['findings'],
    },
    errors: [
      'project_not_found',
      'run_not_found',
      'finding_not_found',
      'citation_not_found',
      'text_not_found',
    ],
  })
  .input(citedTextInput())
  .output(one(citedTextPart))
  .query(async ({ ctx, input: { id, from, to, ...cited } }) => {
    const part = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const data = await ctx.services.citedTexts.get(ctx.actor, { projectId: id, ...cited }, part);
    return { success: true, data };
  });
