import { z } from 'zod';
import type { VerifiedCitation } from '../../../engine/model/verification.ts';
import { filledText, position, strict } from '../../api/fields.ts';
import { refuseInvalid } from '../../domain/errors.ts';
import { listLimits } from '../../domain/records/list-limits.ts';
import { sourcePlace } from '../../services/report/facts.ts';
import type { AgentService } from '../agent-service.ts';
import { cut, fitting } from '../views/finding.ts';
import { sourceFields, type Tool, tool } from './tool.ts';

const aside = 1_500;
const mostChanges = 5;

export function verifyTools(service: AgentService): Tool[] {
  return [
    tool({
      name: 'verify_citations',
      title: 'Verify citations',
      description:
        'Says of each citation whether its quote is in the sources, word for word, at the named page. Use it for quotes that you or another tool ' +
        'wrote. exact and typography pass; wrong_page, wrong_source, altered, not_found and unreadable do not. A quote that passes ' +
        'is in the document; this does not prove a claim that was drawn from it. No model is called.',
      readOnly: true,
      input: strict({
        citations: z
          .array(
            strict({
              id: filledText().max(200).optional(),
              quote: filledText().max(20_000).meta({ description: 'The words that should be in a source.' }),
              source: filledText().optional().meta({ description: 'The name of one of the sources.' }),
              page: z
                .int()
                .min(1)
                .pipe(position())
                .optional()
                .meta({ description: 'The page in the file, from 1.' }),
              claim: filledText()
                .optional()
                .meta({ description: 'The sentence for which the quote is the evidence.' }),
            }),
          )
          .min(1)
          .max(listLimits.citations),
        ...sourceFields(service),
      }),
      async run({ citations, files, texts }, { characters, canceled, abandoned }) {
        if (files.length + texts.length === 0)
          refuseInvalid([{ path: 'files', message: 'or texts needs at least one entry' }]);
        const given = citations.map(({ id, quote, source, page, claim }, index) => ({
          id: id ?? String(index + 1),
          quote,
          ...(source !== undefined && { source }),
          ...(page !== undefined && { page }),
          ...(claim !== undefined && { claim }),
        }));
        const signal = AbortSignal.any([canceled, abandoned]);
        const result = await service.verify(given, { files, texts }, signal);
        canceled.throwIfAborted();
        // Citations that do not pass come first, because an answer can be too short for all of them.
        const sorted = [...result.citations].sort((one, other) => Number(one.passes) - Number(other.passes));
        const { shown, left } = fitting(sorted.map(citationView), characters - aside);
        const unread = result.files.flatMap((file) =>
          file.status === 'failed' ? [cut(file.name, 200)] : [],
        );
        return {
          passed: result.counts.passed,
          total: result.citations.length,
          citations: shown,
          ...(left > 0 && { notShown: left }),
          ...(unread.length > 0 && { notRead: unread.slice(0, 5), notReadTotal: unread.length }),
        };
      },
    }),
  ];
}

function citationView({ id, verdict, passes, detail, found, changes, claim }: VerifiedCitation) {
  return {
    id,
    verdict,
    passes,
    detail: cut(detail, 400),
    ...(found && {
      found: { place: sourcePlace(found), quote: cut(found.quote, 400) },
    }),
    ...(changes && {
      changes: changes.slice(0, mostChanges).map(({ kind, source, quote }) => ({
        kind,
        source: cut(source, 100),
        quote: cut(quote, 100),
      })),
    }),
    ...(claim &&
      claim.differences.length > 0 && {
        claimDiffers: claim.differences.slice(0, mostChanges).map(({ text }) => cut(text, 300)),
      }),
  };
}
