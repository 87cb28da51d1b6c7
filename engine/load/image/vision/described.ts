import { ReadFailure } from '../../../model/errors.ts';
import type { PictureDescription, Vision } from '../../../ports.ts';
import type { StepConfig } from '../../../runtime/step.ts';
import { noWords, type Part } from '../../part.ts';

/** Mean confidence from which recognised words need no transcription by the model. */
const goodConfidence = 85;

export type Described = {
  parts: Part[];
  /** A description is missing for a transient reason: the result must not be cached. */
  passing: ReadFailure | null;
};

/**
 * Adds after each part with a picture a model's description of it, as text of its own that always counts as a
 * description. A described part counts as read, even if its words could not be recognised. The parts are returned
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
  // Words with good confidence occur there once: a model's error next to them would look like a contradiction.
  const lines = [...seen, ...(recognised ? [] : written)];
  if (lines.length === 0) return [part];
  const description: Part = {
    locator: wholePicture(part, pages),
    text: `${lines.join('\n')}\n`,
    method: 'vision',
    headings: [],
    marginLines: [],
  };
  return [stillUnread ? part : read, description];
}

function wholePicture({ locator }: Part, pages: number): Part['locator'] {
  if (locator.kind !== 'page') return locator;
  const page = pages > 1 ? { page: locator.page } : {};
  return { kind: 'region', ...page, box: { x: 0, y: 0, width: 1, height: 1 } };
}
