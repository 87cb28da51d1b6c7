import { ProvisoError } from '../../../engine/model/errors.ts';
import type { Failure } from '../../mcp/agent-service.ts';

type LocalCode =
  | 'file_not_allowed'
  | 'file_not_found'
  | 'rule_set_not_found'
  | 'run_not_found'
  | 'too_many_runs'
  | 'finding_not_found'
  | 'citation_not_found'
  | 'text_not_found';

/** An error of `proviso mcp` with its stable code. */
export class LocalFailure extends ProvisoError<LocalCode> {}

/** Describes an error to the agent. */
export function localFailure(error: unknown): Failure {
  if (error instanceof ProvisoError) return { code: error.code, message: error.message };
  const text = error instanceof Error ? error.message : String(error);
  return { code: 'internal', message: `this is a bug in proviso, not a problem with your files: ${text}` };
}
