import { ReadFailure } from '../../../model/errors.ts';
import type { PictureDescription, Vision } from '../../../ports.ts';
import type { StepConfig } from '../../../runtime/step.ts';
import { noWords, type Part, textPart } from '../../part.ts';

/**
 * If the mean confidence of recognised words is at least this, these words are used and the model's transcription is
 * not.
 */
const goodConfidence = 85;

export type Described = {
  parts: Part[];
  /**
   * The failure of the vision model that prevented the description of a picture; null if there was none. After a
   * failure, the result must not be cached, because another attempt can succeed.
   */
  passing: ReadFailure | null;
};

/**
 * Adds a part with a model's description after each part that has a picture; the method of the added part is always
 * `vision`. A part without recognised words counts as read once its picture is described. The parts are returned
 * without their pictures.
 */
export async function described(
  parts: readonly Part[],
  vision: Vision,
  config: StepConfig,
): Promise<Described> {
  const result: Described = { parts: [], passing: null };
  const pages = Math.max(0, ...parts.map(({ locator }) => (locator.kind === 'page' ? locator.page : 0)));
  for (const { picture, ...part } of parts) {
    const description = picture === undefined ? null : await descriptionOf(picture, vision, config);
    if (description instanceof ReadFailure) {
      result.passing = description;
      const { unread = 'what it shows' } = part;
      result.parts.push({ ...part, unread: `${unread}: ${description.message}` });
    } else {
      result.parts.push(...(description === null ? [part] : withDescription(part, description, pages)));
    }
  }
  return result;
}

async function descriptionOf(
  picture: Uint8Array,
  vision: Vision,
  config: StepConfig,
): Promise<PictureDescription | ReadFailure> {
  try {
    return await vision.describe(picture, config);
  } catch (error) {
    config.signal.throwIfAborted();
    if (error instanceof ReadFailure) return error;
    throw error;
  }
}

function withDescription(part: Part, { written, seen }: PictureDescription, pages: number): Part[] {
  const { unread, ...read } = part;
  const recognised = unread === undefined && (part.confidence ?? 0) >= goodConfidence;
  const stillUnread = unread !== undefined && unread !== noWords && written.length === 0;
  // If words were recognised with good confidence, the model's transcription of them is left out, because misreadings
  // of the model would look like contradictions.
  const lines = [...seen, ...(recognised ? [] : written)];
  if (lines.length === 0) return [part];
  const description = textPart(wholePicture(part, pages), `${lines.join('\n')}\n`, { method: 'vision' });
  return [stillUnread ? part : read, description];
}

function wholePicture({ locator }: Part, pages: number): Part['locator'] {
  if (locator.kind !== 'page') return locator;
  const page = pages > 1 ? { page: locator.page } : {};
  return { kind: 'region', ...page, box: { x: 0, y: 0, width: 1, height: 1 } };
}
