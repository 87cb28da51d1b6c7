import { type LoadPorts, noSourceCache, openLocalFile } from '../../../engine/index.ts';
import { modelSettings, modelsHere } from '../check/model.ts';

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
