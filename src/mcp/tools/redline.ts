import { z } from 'zod';
import { filledText, position, strict } from '../../api/fields.ts';
import { placeWords } from '../../domain/place-words.ts';
import { listLimits } from '../../domain/records/list-limits.ts';
import type { AgentService } from '../agent-service.ts';
import { cut, fitting } from '../views/finding.ts';
import { run as runId, type Tool, tool } from './tool.ts';

const aside = 1_200;
const longest = 1_000;
const mostChanges = 5;

export function redlineTools(service: AgentService): Tool[] {
  return [
    tool({
      name: 'suggest_changes',
      title: 'Suggest changes that mend what breaks the rules',
      description:
        'For a run that has ended: changes what breaks its rules in a copy of one of its files, and checks the copy with all rules of the run. ' +
        'Only a change with offered: true was checked to satisfy its rule without making another answer worse; one that is withheld says why, ' +
        'and must not be presented as a mend. The file itself is not changed. Takes as long as a few checks of the file, and as many model ' +
        `tokens if a model checks. ${service.documentWords}`,
      readOnly: !service.hasProjects,
      input: strict({
        run: runId(),
        file: z.int().min(0).pipe(position()).optional().meta({
          description:
            'The index of the file in the check, from 0. By default, the only Word file (.docx), or the only file.',
        }),
        accept: z.array(filledText().max(500)).max(listLimits.rules).optional().meta({
          description: 'The keys of the rules for which changes are wanted. By default, all rules.',
        }),
        propose: z.boolean().optional().meta({
          description: 'Whether the model that checks also proposes a sentence where no number decides.',
        }),
      }),
      async run({ run, ...query }, { characters, canceled, abandoned, progress }) {
        await progress(0, 'checking a changed copy');
        const signal = AbortSignal.any([canceled, abandoned]);
        const { document, findings } = await service.redline(run, query, signal);
        // Offered changes come first, because an answer can be too short for all findings.
        const sorted = findings.toSorted((one, other) => Number(other.offered) - Number(one.offered));
        const { shown, left } = fitting(
          sorted.map(({ findingId, rule, changes, withheld, ...others }) => ({
            ...{ finding: findingId, rule: { key: rule.key, name: cut(rule.name, 200) }, ...others },
            ...(withheld !== null && { withheld: cut(withheld, 400) }),
            changes: changes.slice(0, mostChanges).map(({ file, locator, quote, ...words }) => ({
              place: cut(`${file}, ${placeWords(locator)}`, 300),
              quote: cut(quote, longest),
              ...Object.fromEntries(Object.entries(words).map(([name, text]) => [name, cut(text, longest)])),
            })),
            ...(changes.length > mostChanges && { moreChanges: changes.length - mostChanges }),
          })),
          characters - aside,
        );
        const offered = findings.filter((one) => one.offered).length;
        return {
          offered,
          total: findings.length,
          document,
          suggestions: shown,
          ...(left > 0 && { notShown: left }),
        };
      },
    }),
  ];
}
