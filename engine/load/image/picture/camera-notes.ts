import readExif from 'exif-reader';
import { z } from 'zod';

/** Maximum bytes of a picture's EXIF notes. JPEG allows 64 KB, and no camera writes more. */
const mostBytes = 128 * 1024;
const mostNameCharacters = 100;

const name = z.string().optional().catch(undefined);
const time = z.date().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const angle = z.tuple([z.number(), z.number(), z.number()]).optional().catch(undefined);

/** The fields of Exif 2.32 that are used; an invalid field counts as absent. */
const exifSchema = z.object({
  Image: z.object({ Make: name, Model: name, Orientation: number }).nullish(),
  Photo: z.object({ DateTimeOriginal: time, DateTimeDigitized: time, OffsetTimeOriginal: name }).nullish(),
  GPSInfo: z
    .object({
      GPSLatitude: angle,
      GPSLatitudeRef: z.enum(['N', 'S']).optional().catch(undefined),
      GPSLongitude: angle,
      GPSLongitudeRef: z.enum(['E', 'W']).optional().catch(undefined),
      GPSAltitude: number,
      GPSAltitudeRef: number,
      GPSHPositioningError: number,
    })
    .nullish(),
});

type Exif = z.infer<typeof exifSchema>;

/**
 * The camera's notes (EXIF) in a picture, one sentence per fact: when and where the picture was taken, by which camera,
 * in which orientation. Each sentence says that the fact comes from the camera, because a camera's clock can be wrong
 * and notes can be edited. Throws an error if the notes are damaged.
 */
export function cameraNotes(exif: Buffer): string[] {
  if (exif.length > mostBytes) throw new Error('the notes are larger than any camera writes');
  const notes = exifSchema.parse(readExif(exif));
  return [timeOf(notes), placeOf(notes), cameraOf(notes), uprightNoteOf(notes)].flatMap((fact) => fact ?? []);
}

function timeOf({ Photo }: Exif): string | null {
  const taken = Photo?.DateTimeOriginal;
  if (isTime(taken)) {
    const offset = /^[+-]\d\d:\d\d$/.exec(Photo?.OffsetTimeOriginal?.trim() ?? '')?.[0];
    return `The photo was taken on ${dateWords(taken, offset === undefined ? 'time zone not noted' : `UTC${offset}`)}, by the clock of its camera.`;
  }
  const scanned = Photo?.DateTimeDigitized;
  return isTime(scanned)
    ? `The picture was made digital on ${dateWords(scanned)}, by the clock of the device.`
    : null;
}

/**
 * Whether a time is present and plausible. A camera whose clock was never set records the first year that its clock can
 * show. The parser returns the camera's local time as if it were UTC.
 */
function isTime(time: Date | undefined): time is Date {
  return time !== undefined && !Number.isNaN(time.getTime()) && time.getUTCFullYear() > 1980;
}

function dateWords(time: Date, zone?: string): string {
  const [day, clock] = time.toISOString().slice(0, 19).split('T');
  const words = time.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `${words} at ${clock} (${[day, zone].flatMap((part) => part ?? []).join(', ')})`;
}

function placeOf({ GPSInfo }: Exif): string | null {
  const latitude = degrees(GPSInfo?.GPSLatitude, GPSInfo?.GPSLatitudeRef === 'S');
  const longitude = degrees(GPSInfo?.GPSLongitude, GPSInfo?.GPSLongitudeRef === 'W');
  if (latitude === null || longitude === null || !GPSInfo?.GPSLatitudeRef || !GPSInfo.GPSLongitudeRef)
    return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  // A satellite receiver that has not found its position writes zeros.
  if (latitude === 0 && longitude === 0) return null;
  const { GPSAltitude: height, GPSAltitudeRef: below, GPSHPositioningError: within } = GPSInfo;
  const rest = [
    height === undefined || below === 1 ? '' : `, ${Math.round(height)} m above sea level`,
    within === undefined ? '' : `, to within ${Math.round(within)} m`,
  ].join('');
  return `The photo was taken at latitude ${latitude.toFixed(6)}, longitude ${longitude.toFixed(6)}${rest}, by the satellite receiver of its camera.`;
}

/** Degrees, minutes and seconds as one number, positive for north and east; null if they are missing or invalid. */
function degrees(parts: [number, number, number] | undefined, negative: boolean): number | null {
  if (parts === undefined || !parts.every(Number.isFinite)) return null;
  const [whole, minutes, seconds] = parts;
  const value = whole + minutes / 60 + seconds / 3600;
  return negative ? -value : value;
}

function cameraOf({ Image }: Exif): string | null {
  const [make, model] = [nameWords(Image?.Make), nameWords(Image?.Model)];
  const camera = model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`.trim();
  return camera === '' ? null : `The camera names itself ${camera}.`;
}

function nameWords(given = ''): string {
  return given
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, mostNameCharacters);
}

/** How a picture must be turned to be upright, for each orientation number of EXIF. */
const turns: Record<number, string> = {
  2: 'mirrored',
  3: 'turned by 180 degrees',
  4: 'mirrored and turned by 180 degrees',
  5: 'mirrored and turned by 270 degrees clockwise',
  6: 'turned by 90 degrees clockwise',
  7: 'mirrored and turned by 90 degrees clockwise',
  8: 'turned by 270 degrees clockwise',
};

function uprightNoteOf({ Image }: Exif): string | null {
  const turn = turns[Image?.Orientation ?? 1];
  return turn === undefined ? null : `The camera noted that the picture is upright when ${turn}.`;
}
