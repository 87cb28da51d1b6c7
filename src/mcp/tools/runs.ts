import { strict } from '../../api/fields.ts';
import type { AgentService } from '../agent-service.ts';
import { cut, fitting } from '../views/fitting.ts';
import { after } from './fields.ts';
import { type Tool, tool } from './tool.ts';

const aside = 600;

export function listRunsTool(service: AgentService): Tool {
  return tool({
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
        characters - aside,
      );
      return { total, runs: shown, ...(left > 0 && { notShown: left }), nextCursor };
    },
  });
}
