import { verificationSchema } from '../../../engine/model/verification.ts';
import { answered, one } from '../answers.ts';
import { endpoint, router } from '../trpc.ts';
import { verifyInput } from './schemas.ts';

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
