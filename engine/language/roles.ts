const ending =
  /(?:er|or|ee|ant|(?<!m)ent|government|ist|ian|ary|party|parties|staff|board|committee|company|organi[sz]ation|authority|member|customer|client|council|team|management|clerk|bank|agency|body|chief|head|office|department|unit|group|firm|bureau|school|hospital|university|college|institute|ministry|municipality|association|persons?|user|lord)s?$/;

/** Words that end like the name of a role but name a thing, a time or a property: order, number, prior. */
const things = new Set(
  `other order number letter paper matter power water server computer error factor list salary summary warrant grant
  covenant glossary folder register meter offer transfer tender border quarter parameter identifier chapter content rent
  patent percent incident accident consent intent extent color colour floor door fee charter weather cover labor labour
  behavior behaviour majority waiver disclaimer guarantee event component plant checklist boiler cylinder sprinkler
  handover takeover turnover changeover trailer container freezer charger printer scanner router filter counter shelter
  tower timber rubber silver copper fiber fibre laser poster banner newsletter dinner summer winter september october
  november december layer wrapper transformer chamber cellar gutter shutter ladder hammer drawer cooler heater burner
  mixer conveyor monitor sensor motor tractor elevator generator radiator detector reactor vector sector corridor mirror
  interior exterior major minor prior superior vapor vapour terror tenor anchor harbor harbour humor favor favour
  indoor outdoor proper former latter later earlier higher lower larger smaller longer shorter greater fewer newer older
  better colder cooler warmer hotter wider deeper heavier lighter faster slower safer stricter further either neither
  however whether together rather never ever over under after quicker sooner
  important relevant significant constant restaurant instant distant redundant dominant different current recent urgent
  permanent sufficient equivalent transparent consistent subsequent apparent present absent frequent efficient competent
  independent dependent adjacent confident coherent excellent silent violent convenient equipment continent document
  element segment text solvent detergent refrigerant coolant lubricant pollutant disinfectant fertilizer
  exist consist persist resist assist checklist mist
  january february temporary secondary primary necessary voluntary monetary ordinary boundary library dictionary
  anniversary military sanitary dietary customary imaginary elementary supplementary complementary arbitrary inventory
  free three degree tree coffee agree knee`.split(/\s+/),
);

/** Whether a noun phrase ends like the name of a role: supplier, tenant, licensee, committee. */
export function namesRole(words: readonly string[]): boolean {
  return (
    words.length > 0 && words.length <= 4 && ending.test(words.at(-1) ?? '') && !isThing(words.at(-1) ?? '')
  );
}

function isThing(word: string): boolean {
  return things.has(word) || things.has(word.replace(/s$/, '').replace(/ie$/, 'y'));
}

/** Matches words with which documents name themselves. */
export const documentWords =
  /^(?:agreement|contract|document|polic(?:y|ies)|lease|report|standard|minutes|terms|conditions?|clause|section|text)s?$/;
