import { readWordGroups } from './word-groups.ts';

/** Countries and states, one per line, with the adjectives that mean the same: "German law" is "the law of Germany". */
export const countryAdjectives = `
germany german
france french
italy italian
spain spanish
portugal portuguese
netherlands holland dutch
belgium belgian
luxembourg luxembourgish
austria austrian
switzerland swiss
denmark danish
sweden swedish
norway norwegian
finland finnish
iceland icelandic
ireland irish
england english
scotland scottish scots
wales welsh
poland polish
czechia czech
slovakia slovak
slovenia slovenian
hungary hungarian
romania romanian
bulgaria bulgarian
greece greek
turkey turkish
estonia estonian
latvia latvian
lithuania lithuanian
croatia croatian
serbia serbian
ukraine ukrainian
cyprus cypriot
malta maltese
israel israeli
canada canadian
mexico mexican
brazil brazilian
argentina argentine argentinian
chile chilean
japan japanese
china chinese
india indian
singapore singaporean
korea korean
australia australian
california californian
texas texan
delaware delawarean
bavaria bavarian
`;

const { share } = readWordGroups(countryAdjectives);

/** Whether two terms name the same country, one of them as an adjective. */
export function isSameCountry(one: string, other: string): boolean {
  return one !== other && share(one, other);
}
