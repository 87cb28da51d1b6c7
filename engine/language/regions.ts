import { jurisdictionsIn } from './jurisdictions.ts';

/** A region that rules about the place of data name. */
export type Region = 'European Union' | 'European Economic Area';

const members = new Set(
  `austria/belgium/bulgaria/croatia/cyprus/czech republic/denmark/estonia/finland/france/germany/greece/hungary/ireland/italy/
latvia/lithuania/luxembourg/malta/netherlands/poland/portugal/romania/slovakia/slovenia/spain/sweden`
    .replace(/\n/g, '')
    .split('/'),
);
const onlyInArea = new Set(['norway', 'iceland', 'liechtenstein']);
/** Matches countries outside both regions whose names can also be short forms. */
const outside =
  /\b(?:United States(?: of America)?|USA?|U\.S\.(?:A\.)?|America|United Kingdom|UK|U\.K\.|Great Britain|London|Russia|Canada|Australia|Saudi Arabia|United Arab Emirates|Dubai|Qatar|Pakistan|Bangladesh|Tunisia|Morocco)\b/gu;

/** The region that a text names; null if it names none. */
export function regionIn(text: string): Region | null {
  if (/\b(?:EEA|European Economic Area)\b/.test(text)) return 'European Economic Area';
  return /\b(?:EU|E\.U\.|European Union)\b/.test(text) ? 'European Union' : null;
}

/** The countries that a text names, inside and outside a region, as jurisdictions are written: "germany". */
export function countriesBeside(text: string, region: Region): { inside: string[]; outside: string[] } {
  const named = jurisdictionsIn(text);
  const isInside = (place: string): boolean =>
    members.has(place) || (region === 'European Economic Area' && onlyInArea.has(place));
  const others = [...text.matchAll(outside)].map(([name]) => name.toLowerCase());
  return {
    inside: named.filter(isInside),
    outside: [...new Set([...named.filter((place) => !isInside(place)), ...others])],
  };
}

/** Whether a name with a capital is a town whose country follows it: "Frankfurt (Germany)". */
export function isTownOf(name: string, text: string, countries: readonly string[]): boolean {
  return countries.some((country) =>
    new RegExp(String.raw`\b${name}\b(?:\s\p{Lu}[\p{L}-]{1,30})?\s?[(,]\s?(?:the )?${country}\b`, 'iu').test(
      text,
    ),
  );
}
