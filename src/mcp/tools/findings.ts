import { z } from 'zod';
import { labelSchema, outcomeSchema } from '../../../engine/model/finding.ts';
import { filledText, strict } from '../../api/fields.ts';
import { findingCursor, findingPlace } from '../../domain/records/cursor.ts';
import type { AgentService, FindingsQuery } from '../agent-service.ts';
import { cut, findingView, fitting, meaning } from '../views/finding.ts';
import { after, type Call, run as runId, type Tool, tool } from './tool.ts';

/** The findings that one answer can have; fewer if they are long. */
const mostFindings = 25;
/** The room for what an answer says besides the findings, in characters. */
const aside = 900;
/** The same for a list of runs. */
const asideRuns = 600;

export function findingTools(service: AgentService): Tool[] {
  return [
    tool({
      name: 'list_findings',
      title: 'Read the findings of a run',
      description: `Returns the findings of a run with their quotes and pages, some at a time, in the order of the rules. ${meaning}`,
      readOnly: true,
      input: strict({
        run: runId(),
        outcome: z
          .enum(outcomeSchema.options)
          .optional()
          .meta({ description: 'Only findings with this outcome.' }),
        label: z
          .enum([...labelSchema.options, 'not_assessed'])
          .optional()
          .meta({ description: 'Only findings with this label.' }),
        ruleKey: filledText().optional().meta({ description: 'Only findings of the rule with this key.' }),
        after: after(),
      }),
      run: ({ run, ...query }, call) => findingsView(run, query, call),
    }),
    tool({
      name: 'get_finding',
      title: 'Read one finding',
      description:
        'Returns one finding of a run. Read the resource in the field page of a quote to see the whole page around the quote.',
      readOnly: true,
      input: strict({
        run: runId(),
        finding: filledText().max(100).meta({ description: 'The id of the finding.' }),
      }),
      async run({ run, finding }) {
        return { ...findingView(run, await service.finding(run, finding)), meaning };
      },
    }),
    tool({
      name: 'list_runs',
      title: 'List runs',
      description:
        'Lists runs, the latest first, with their states. Each can be read with get_run and list_findings.',
      readOnly: true,
      input: strict({ after: after() }),
      async run(query, { characters }) {
        const { items, total, nextCursor } = await service.runs(query);
        const { shown, left } = fitting(
          items.map(({ id, name, ...others }) => ({ run: id, name: cut(name, 200), ...others })),
          characters - asideRuns,
        );
        return { total, runs: shown, ...(left > 0 && { notShown: left }), nextCursor };
      },
    }),
  ];
}

/** A page of findings that fits into the answer, with the cursor of the next one. */
export async function findingsView(run: string, query: Omit<FindingsQuery, 'pageSize'>, call: Call) {
  const { items, total, nextCursor, runId } = await call.service.findings(run, {
    ...query,
    pageSize: mostFindings,
  });
  const { shown, left } = fitting(
    items.map((finding) => findingView(run, finding)),
    call.characters - aside - meaning.length,
  );
  const last = items[shown.length - 1];
  const next = left > 0 && last ? findingCursor.write({ runId, ...findingPlace(last) }) : nextCursor;
  return {
    total,
    findings: shown,
    nextCursor: next,
    ...(next !== null && { next: 'Call list_findings with after set to nextCursor for more findings.' }),
    meaning,
  };
}
