const ending =
  /(?:er|or|ee|ant|(?<!m)ent|government|ist|ian|ary|party|parties|staff|board|committee|company|organi[sz]ation|authority|member|customer|client|council|team|management|clerk|bank|agency|body|chief|head|office|department|unit|group|firm|bureau|persons?|user|lord)s?$/;

/** Matches common nouns that end like the name of a role but name a thing: order, number. */
const things =
  /^(?:others?|orders?|numbers?|letters?|papers?|matters?|powers?|water|servers?|computers?|errors?|factors?|lists?|salar(?:y|ies)|summar(?:y|ies)|warrants?|grants?|covenants?|glossar(?:y|ies)|folders?|registers?|meters?|offers?|transfers?|tenders?|borders?|quarters?|parameters?|identifiers?|chapters?|content|rent|patents?|percent|incidents?|accidents?|consent|intent|extent|colou?r|floors?|doors?|fees?|charter|weather|cover|labou?r|behaviou?r|majority|waivers?|disclaimers?|guarantees?|events?|components?|plants?|checklists?)$/;

/** Whether a noun phrase ends like the name of a role: supplier, tenant, licensee, committee. */
export function namesRole(words: readonly string[]): boolean {
  return (
    words.length > 0 &&
    words.length <= 4 &&
    ending.test(words.at(-1) ?? '') &&
    !things.test(words.at(-1) ?? '')
  );
}

/** Matches subjects that do not name anybody. */
export const emptySubject = /^(?:it|there|nothing|nobody|none|whether|this|that)$/;

/** Matches words with which documents name themselves. */
export const documentWords =
  /^(?:agreement|contract|document|polic(?:y|ies)|lease|report|standard|minutes|terms|conditions?|clause|section|text)s?$/;

/** Matches words of a clause on the governing law or the courts. */
export const lawWords = /^(?:laws?|courts?|jurisdiction)$/;
