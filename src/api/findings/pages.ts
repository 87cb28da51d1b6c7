import { one } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { citationRef, citedPages } from './schemas.ts';

export const citedFilePages = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}/runs/{runId}/findings/{findingId}/pages',
      summary: 'Get the pages of a cited office file as a PDF, with the positions of the quotes',
      description:
        'For a citation of a DOCX, DOC, ODT or RTF file or a presentation. LibreOffice lays the file out; the first response for a file can take some seconds.',
      tags: ['findings'],
    },
    errors: [
      'project_not_found',
      'run_not_found',
      'finding_not_found',
      'citation_not_found',
      'pages_not_available',
      'quota_exceeded',
    ],
  })
  .input(citationRef())
  .output(one(citedPages))
  .query(async ({ ctx, input: { id, ...cited } }) => {
    const data = await ctx.services.citedPages.get(ctx.actor, { projectId: id, ...cited }, ctx.closing());
    return { success: true, data };
  });
