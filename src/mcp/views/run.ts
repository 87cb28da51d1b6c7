import type { AgentRun } from '../agent-service.ts';
import { cut } from './fitting.ts';

const most = { warnings: 5, unread: 10 };

/** A run in a short form. */
export function runView({ id, name, state, percent, doing, error, result }: AgentRun) {
  const unread = result?.files.flatMap((file) =>
    file.status === 'failed'
      ? [{ name: cut(file.name, 200), reason: file.reason, message: cut(file.message, 200) }]
      : [],
  );
  return {
    run: id,
    name: cut(name, 200),
    state,
    ...(state === 'running' && { percent, doing, next: 'Call get_run with this run until it has ended.' }),
    ...(error && { error: { code: error.code, message: cut(error.message, 600) } }),
    ...(result && {
      labels: result.counts.labels,
      outcomes: result.counts.outcomes,
      incomplete: result.incomplete,
      ...(unread &&
        unread.length > 0 && { notRead: unread.slice(0, most.unread), notReadTotal: unread.length }),
      ...(result.warnings.length > 0 && {
        warnings: result.warnings.slice(0, most.warnings).map(({ message }) => cut(message, 300)),
      }),
    }),
  };
}
