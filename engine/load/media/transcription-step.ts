import type { SpokenSegment, Transcriber } from '../../ports.ts';
import { Step, type StepConfig } from '../../runtime/step.ts';

type Recording = Parameters<Transcriber['transcribe']>[0];

/** The same transcriber, each of whose calls is a step that callbacks and traces show. */
export function transcriptionSteps(transcriber: Transcriber, config: StepConfig): Transcriber {
  const step = new Step({
    name: 'transcription',
    input: (_: Recording) => ({ model: transcriber.model ?? 'unknown' }),
    output: (segments: SpokenSegment[]) => ({ segments: segments.length }),
    work: (recording, { signal }) => transcriber.transcribe(recording, signal),
  });
  return {
    ...transcriber,
    transcribe: (recording, signal) => step.invoke(recording, { ...config, signal }),
  };
}
