import { answered, done, listed, one, pageOf } from '../answers.ts';
import { changing } from '../changing.ts';
import { idOf, strict } from '../fields.ts';
import { tagOf } from '../tags.ts';
import { endpoint, router } from '../trpc.ts';
import {
  assignInput,
  citationRef,
  citedPages,
  citedTextInput,
  citedTextPart,
  finding,
  findingListInput,
  reviewInput,
} from './schemas.ts';

const output = done(finding);
const citationErrors = [
  'project_not_found',
  'run_not_found',
  'finding_not_found',
  'citation_not_found',
] as const;

export const findingsRouter = router({
  list: endpoint('read', 'GET', '/projects/{id}/findings', {
    summary: 'List findings of a run, sorted by rule, then by file',
    description:
      'Findings appear while the run is active. A project that was never checked has none. A page of large findings has fewer than pageSize: to get every finding, request each next page with `after` set to `nextCursor`, not with `page`.',
    errors: ['project_not_found', 'run_not_found'],
    listed: true,
  })
    .input(findingListInput())
    .output(pageOf(finding))
    .query(async ({ ctx, input: { id, ...query } }) => {
      const found = await ctx.services.findings.list(ctx.actor, {
        projectId: id,
        ...query,
        share: ctx.share,
      });
      return listed(ctx, query, found);
    }),

  text: endpoint('read', 'GET', '/projects/{id}/runs/{runId}/findings/{findingId}/text', {
    summary: 'Read the text around a quote, as Proviso read it from the file',
    description:
      'Returns a part of the text that the run read from the cited file. The start and end of the citation are offsets in this text. Without from and to, the part around the quote is returned.',
    errors: [...citationErrors, 'text_not_found'],
  })
    .input(citedTextInput())
    .output(one(citedTextPart))
    .query(async ({ ctx, input: { id, from, to, ...cited } }) => {
      const part = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
      const data = await ctx.services.citedTexts.get(ctx.actor, { projectId: id, ...cited }, part);
      return answered(data);
    }),

  pages: endpoint('read', 'GET', '/projects/{id}/runs/{runId}/findings/{findingId}/pages', {
    summary: 'Get the pages of a cited office file as a PDF, with the positions of the quotes',
    description:
      'For a citation of a DOCX, DOC, ODT or RTF file or a presentation. LibreOffice lays the file out; the first response for a file can take some seconds.',
    errors: [...citationErrors, 'pages_not_available', 'quota_exceeded'],
  })
    .input(citationRef())
    .output(one(citedPages))
    .query(async ({ ctx, input: { id, ...cited } }) => {
      const data = await ctx.services.citedPages.get(ctx.actor, { projectId: id, ...cited }, ctx.closing());
      return answered(data);
    }),

  review: endpoint('review', 'PUT', '/projects/{id}/findings/{findingId}/review', {
    summary: 'Review a finding',
    description:
      'The label and outcome that Proviso gave are kept. The review also applies to later runs, as long as the rule, the subject and the quotes of the finding stay the same.',
    errors: ['project_not_found', 'finding_not_found', 'precondition_failed'],
    tagged: true,
    begins: true,
  })
    .input(reviewInput())
    .output(output)
    .mutation(
      changing(output, async ({ ctx, input: { id, findingId, ...verdict }, options }) => {
        const by = await ctx.accounts.nameOf(ctx.actor.userId);
        const review = { ...verdict, by };
        const data = await ctx.services.findings.review(ctx.actor, id, findingId, review, options);
        ctx.answer.etag = tagOf(data.review?.at ?? '');
        return { success: true, message: `reviewed as ${verdict.label}`, data };
      }),
    ),

  unreview: endpoint('review', 'DELETE', '/projects/{id}/findings/{findingId}/review', {
    summary: 'Delete the review of a finding',
    errors: ['project_not_found', 'finding_not_found', 'precondition_failed'],
    tagged: true,
  })
    .input(strict({ id: idOf('project'), findingId: idOf('finding') }))
    .output(output)
    .mutation(
      changing(output, async ({ ctx, input: { id, findingId }, options }) => {
        const data = await ctx.services.findings.unreview(ctx.actor, id, findingId, options);
        return { success: true, message: 'the review was deleted', data };
      }),
    ),

  assign: endpoint('review', 'PUT', '/projects/{id}/findings/{findingId}/assignee', {
    summary: 'Assign a finding to a member of the workspace',
    description:
      'Says who is to review the finding. Like a review, it also applies to later runs. A member who leaves the workspace, or gets the role viewer, loses the findings.',
    errors: ['project_not_found', 'finding_not_found', 'precondition_failed'],
    tagged: true,
  })
    .input(assignInput())
    .output(output)
    .mutation(
      changing(output, async ({ ctx, input: { id, findingId, userId }, options }) => {
        const data = await ctx.services.findings.assign(ctx.actor, id, findingId, userId, options);
        if (data.assignee !== null) ctx.answer.etag = tagOf(data.assignee.id);
        return { success: true, message: `assigned to ${data.assignee?.name ?? 'nobody'}`, data };
      }),
    ),
});
