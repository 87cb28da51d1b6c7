import type { Locator } from '../../model/locator.ts';
import type { Part } from '../part.ts';

/**
 * Maximum characters of the names in a locator. A longer name is truncated. A longer anchor is dropped, because a
 * truncated anchor would have no target.
 */
const longest = { heading: 1_300, anchor: 500, part: 500, sheet: 200, range: 50, pageLabel: 50 };

/**
 * Shortens the names in a part's locators, so that they can be displayed next to a quote. A file can contain names of
 * any length, and every locator repeats some of the names.
 */
export function withShortNames(part: Part): Part {
  const { locator, places } = part;
  const short = shortName(locator);
  if (short === locator && places === undefined) return part;
  return {
    ...part,
    locator: short,
    ...(places && { places: places.map((place) => ({ ...place, locator: shortName(place.locator) })) }),
  };
}

function shortName(locator: Locator): Locator {
  switch (locator.kind) {
    case 'section': {
      const { heading = '', anchor = '', ...place } = locator;
      if (heading.length <= longest.heading && anchor.length <= longest.anchor) return locator;
      return {
        ...place,
        ...(heading !== '' && { heading: heading.slice(0, longest.heading) }),
        ...(anchor !== '' && anchor.length <= longest.anchor && { anchor }),
      };
    }
    case 'message':
      return locator.part.length <= longest.part
        ? locator
        : { ...locator, part: locator.part.slice(0, longest.part) };
    case 'cell':
      return locator.sheet.length <= longest.sheet && locator.range.length <= longest.range
        ? locator
        : {
            ...locator,
            sheet: locator.sheet.slice(0, longest.sheet),
            range: locator.range.slice(0, longest.range),
          };
    case 'page':
      return (locator.pageLabel?.length ?? 0) <= longest.pageLabel
        ? locator
        : { ...locator, pageLabel: locator.pageLabel?.slice(0, longest.pageLabel) };
    default:
      return locator;
  }
}
