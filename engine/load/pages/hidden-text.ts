import { grouped } from '../../model/sorted.ts';
import { placeWords } from '../../model/wording/place-words.ts';
import type { Hiding, Part, ReadingWarning } from '../part.ts';

/**
 * How the warning about one kind of hidden text is written: its code, its first words, and why the text is hidden. The
 * reason is absent if the first words contain it.
 */
type Report = { code: string; opening: string; why?: string };

const hiddenText = {
  code: 'hidden_text',
  opening: 'It has hidden text, which was read too',
};

const reports: Record<Hiding, Report> = {
  struck_out: {
    code: 'struck_text',
    opening: 'It has text that is struck out and is therefore not evidence',
  },
  background_colour: { ...hiddenText, why: 'in the colour of its background' },
  too_small: { ...hiddenText, why: 'smaller than 1 point' },
  transparent: { ...hiddenText, why: 'transparent' },
  off_page: { ...hiddenText, why: 'outside of the visible area' },
  covered: { ...hiddenText, why: 'covered by something else' },
  not_drawn: { ...hiddenText, why: 'the page looks the same without it' },
  marked_hidden: { ...hiddenText, why: 'marked as hidden' },
  hidden_row: { code: 'hidden_rows', opening: 'Its hidden rows were read' },
  hidden_column: { code: 'hidden_columns', opening: 'Its hidden columns were read' },
  hidden_sheet: { code: 'hidden_sheets', opening: 'Its hidden sheets were read' },
  hidden_slide: { code: 'hidden_slides', opening: 'Its hidden slides were read' },
  speaker_notes: {
    code: 'speaker_notes',
    opening: 'Its speaker notes were read, although the slides do not show them',
  },
};

/**
 * Limits for one warning, so that a person can read it even if a file has thousands of hidden places: the number of
 * places, the number of names, and the quoted characters of each place.
 */
const mostPlaces = 5;
const mostNames = 20;
const longestWords = 60;

/** One warning for each kind of hidden text: where it is, and its first words. */
export function hiddenWarnings(parts: readonly Part[]): ReadingWarning[] {
  const words = parts.flatMap((part) =>
    part.hidden === undefined || part.text.trim() === '' ? [] : [{ part, report: reports[part.hidden] }],
  );
  return [...grouped(words, ({ report }) => report.code)].map(([code, same]) => {
    const hidden = same.map(({ part }) => part);
    const opening = same[0]?.report.opening;
    const worth = code === 'struck_text' ? '' : ' Findings based on it are at most ESTIMATED.';
    return { code, message: `${opening}: ${placesIn(hidden)}.${worth}` };
  });
}

function placesIn(hidden: readonly Part[]): string {
  const names = namesOf(hidden);
  if (names !== null) return listed(names, mostNames, ', ');
  return listed(hidden.map(placeAndWords), mostPlaces, '; ');
}

/**
 * The names of hidden sheets, rows, slides and speaker notes, each once; null if anything else is hidden, because
 * people need the hidden words to find such text.
 */
function namesOf(hidden: readonly Part[]): string[] | null {
  const names = hidden.map(({ locator, hidden: how }) => {
    if (how === 'hidden_sheet' && locator.kind === 'cell') return locator.sheet;
    if (how === 'hidden_row' && locator.kind === 'cell')
      return `sheet ${locator.sheet}, row ${rowOf(locator.range)}`;
    const numbered = how === 'hidden_slide' || how === 'speaker_notes';
    return numbered && locator.kind === 'slide' ? `slide ${locator.slide}` : null;
  });
  const known = names.filter((name) => name !== null);
  return known.length === names.length ? [...new Set(known)] : null;
}

function rowOf(range: string): string {
  return /\d+/.exec(range)?.[0] ?? range;
}

function placeAndWords({ locator, text, hidden }: Part): string {
  const why = hidden === undefined ? undefined : reports[hidden].why;
  return `${placeWords(locator)} “${firstWords(text)}”${why === undefined ? '' : ` (${why})`}`;
}

/** The first words of a text, without characters that a terminal would interpret. */
function firstWords(text: string): string {
  const words = text
    .replace(/\p{Cc}+|\p{Cf}+|\s+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return words.length <= longestWords ? words : `${words.slice(0, longestWords).replace(/\s+\S*$/u, '')} …`;
}

function listed(items: readonly string[], most: number, between: string): string {
  const more = items.length - most;
  const shown = items.slice(0, most).join(between);
  return more > 0 ? `${shown}${between}and ${more} more` : shown;
}
