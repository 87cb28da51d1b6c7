import { countryAdjectives } from './countries.ts';

/**
 * States, provinces and countries with a law of their own, as they are named in contracts. Names that mean several
 * places, such as "Georgia", are left out: the same word need not mean the same law.
 */
const known = new Set(
  `alabama/alaska/arizona/arkansas/california/colorado/connecticut/delaware/florida/hawaii/idaho/illinois/indiana/iowa/kansas/
kentucky/louisiana/maine/maryland/massachusetts/michigan/minnesota/mississippi/missouri/montana/nebraska/nevada/
new hampshire/new jersey/new mexico/new york/north carolina/north dakota/ohio/oklahoma/oregon/pennsylvania/rhode island/
south carolina/south dakota/tennessee/texas/utah/vermont/virginia/washington/west virginia/wisconsin/wyoming/
district of columbia/puerto rico/alberta/british columbia/manitoba/new brunswick/nova scotia/ontario/quebec/saskatchewan/
new south wales/queensland/tasmania/england/scotland/northern ireland/ireland/germany/france/italy/spain/portugal/
netherlands/belgium/luxembourg/austria/switzerland/liechtenstein/denmark/sweden/norway/finland/iceland/poland/
czech republic/slovakia/slovenia/hungary/romania/bulgaria/greece/turkey/estonia/latvia/lithuania/croatia/serbia/ukraine/
cyprus/malta/israel/mexico/brazil/argentina/chile/colombia/peru/japan/china/hong kong/macau/taiwan/india/singapore/malaysia/
thailand/vietnam/indonesia/philippines/south korea/south africa/egypt/kenya/nigeria/new zealand/bermuda/cayman islands/
british virgin islands/jersey/guernsey/isle of man/monaco/panama/bahamas/barbados`
    .replace(/\n/g, '')
    .split('/'),
);

/** Other names and adjectives of these places. */
const others = new Map([
  ...countryAdjectives
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [place = '', ...names] = line.split(' ');
      return known.has(place) ? names.map((name): [string, string] => [name, place]) : [];
    }),
  ['prc', 'china'],
  ['korean', 'south korea'],
  ['czechia', 'czech republic'],
  ['czech', 'czech republic'],
]);

const longer = new Map([
  ['england and wales', 'england'],
  ["people's republic of china", 'china'],
  ['republic of korea', 'south korea'],
  ['hong kong sar', 'hong kong'],
  ['hong kong special administrative region', 'hong kong'],
]);

/** The place with a law of its own that a name or an adjective means; null if the name is not known to mean one place. */
export function jurisdictionOf(name: string): string | null {
  const plain = name.toLowerCase().replace(/’/g, "'").replace(/^the /, '');
  const short = plain.replace(
    /^(?:state|commonwealth|province|(?:federal )?republic|kingdom|principality|grand duchy|hashemite kingdom|swiss confederation) of (?:the )?/,
    '',
  );
  const whole = longer.get(plain) ?? longer.get(short) ?? others.get(short) ?? short;
  return known.has(whole) ? whole : null;
}

/** The places with a law of their own whose names are in a text. */
export function jurisdictionsIn(text: string): string[] {
  const words = text.match(/[\p{L}'’]+/gu) ?? [];
  return words.flatMap((_, at) => {
    for (let length = Math.min(longestName, words.length - at); length > 0; length -= 1) {
      const name = words.slice(at, at + length).join(' ');
      const place = /^\p{Lu}/u.test(name) ? jurisdictionOf(name) : null;
      if (place !== null) return [place];
    }
    return [];
  });
}

/** The longest name has this many words: "Hong Kong Special Administrative Region". */
const longestName = 5;
