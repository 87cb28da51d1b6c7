import type { SpokenSegment, Transcriber } from '../../ports.ts';
import { asStep, type StepConfig } from '../../runtime/step.ts';

/** The same transcriber, each of whose calls is a step that callbacks and traces show. */
export function transcriptionSteps(transcriber: Transcriber, config: StepConfig): Transcriber {
  const shown = {
    name: 'transcription',
    input: { model: transcriber.model ?? 'unknown' },
    output: (segments: SpokenSegment[]) => ({ segments: segments.length }),
  };
  return {
    ...transcriber,
    transcribe: (recording, signal) =>
      asStep(shown, { ...config, signal }, () => transcriber.transcribe(recording, signal)),
  };
}
