import { closeLoading, type LoadPorts, noSourceCache, openLocalFile } from '../../../engine/index.ts';
import { growHeapSlowly } from '../../process/v8-options.ts';
import { modelSettings, modelsHere } from '../check/model.ts';
import { type Progress, showProgress } from '../check/output/progress.ts';
import { wantsColor } from '../terminal/output.ts';

/**
 * The ports of a command that only reads files, each once. The settings for text recognition and page layout apply; no
 * model is used.
 */
export function readingPorts(environment: NodeJS.ProcessEnv): LoadPorts {
  const settings = modelSettings({}, { ...environment, MODEL: '', EMBEDDING_MODEL: '' });
  const { layout, recognition } = modelsHere(
    { ...settings, TRANSCRIPTION_MODEL: null, VISION_MODEL: null },
    '',
  );
  return {
    openSource: openLocalFile,
    sourceCache: noSourceCache,
    ...(layout && { layout }),
    ...(recognition && { recognition }),
  };
}

/** Lets `work` read this number of files of this machine, and shows progress on standard error. */
export async function readingHere<Value>(
  files: number,
  color: boolean,
  work: (ports: LoadPorts, onEvent: Progress['show']) => Promise<Value>,
): Promise<Value> {
  growHeapSlowly();
  const totals = { files, checks: 0, each: false };
  const progress = showProgress(process.stderr, totals, wantsColor(process.stderr, color, process.env));
  try {
    return await work(readingPorts(process.env), progress.show);
  } finally {
    progress.end();
    closeLoading();
  }
}
