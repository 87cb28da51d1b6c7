import type { Limits } from '../job.ts';
import type { Result, Warning } from '../model/result.ts';
import type { UnnamedLeaf } from './fill.ts';

/** An output, or null with a warning that says why. `unnamed` are leaves whose names show no meaning. */
export type Shaped = Pick<Result, 'output' | 'outputSources' | 'outputGaps'> & {
  warnings: Warning[];
  unnamed: UnnamedLeaf[];
};

/** The maximum sizes of an outputFormat, and of an output as JSON with its sources and gaps. */
export type ShapeLimits = Pick<Limits, 'formatBytes' | 'outputBytes'>;

/**
 * No output, because it would exceed a limit. `reason` consists of whole sentences, which are inserted into the
 * message.
 */
export function leftOut(reason: string): Shaped {
  return unshaped('output_limit_reached', `The output was left out: ${reason} The findings are complete.`);
}

/** No output, for the reason in the message. */
export function unshaped(code: string, message: string): Shaped {
  return { ...nothingShaped(), warnings: [{ code, message }] };
}

/** The value if no output was requested. */
export function nothingShaped(): Shaped {
  return { output: null, outputSources: {}, outputGaps: {}, warnings: [], unnamed: [] };
}
