import { lowerCase } from './letter-case.ts';

/*
 * The frames in which English words a duty, a ban, a right or a goal, each with the plain wording of the same meaning: "it
 * falls to the tenant to repair" is "the tenant shall repair". A frame is matched as a whole, so that each of its words is
 * accounted for, and a sentence with a word that no frame has stays as it is.
 */

/** Who acts, or what is acted upon: at most fourteen words without a comma. */
const who = String.raw`(?<who>[^\s,;:]+(?: [^\s,;:]+){0,13}?)`;
/** Who acts, at the end of a sentence. */
const party = String.raw`(?<who>[^\s,;:]+(?: [^\s,;:]+){0,7}?)`;
const to = '(?<act>.+)';
const act = String.raw`(?<act>[a-zà-ÿ]{2,}ing\b.+?)`;
const be = '(?:is|are|shall be|will be|must be|has been|have been|remains?|shall remain)';
const have =
  '(?:has|have|shall have|will have|bears?|shall bear|carries|carry|owes?|assumes?|accepts?|takes on|take on|is under|are under|shall be under|stands under|is charged with|is vested with)';
const kind =
  '(?:(?:own|sole|full|entire|further|additional|strict|clear|express|legal|contractual|general|absolute|binding|same|unconditional|continuing|personal|primary|ultimate|overall|corresponding|respective) )*';

const dutyNoun =
  '(?:duty|duties|obligations?|responsibility|responsibilities|task|job|role|function|burden|onus|commitment|requirement|mandate|assignment|charge)';
const bound =
  '(?:bound|duty-bound|obliged|obligated|required|compelled|committed|pledged|mandated|instructed|directed|ordered|constrained|liable|beholden|under instructions|under orders|under (?:an?|the) duty|under (?:an?|the) obligation)';
const promises =
  '(?:undertakes?|covenants?|promises?|agrees?|pledges?|vows?|engages?|commits? (?:itself|himself|herself|themselves)|commits?|contracts?|guarantees?|warrants?|assures?|binds? (?:itself|himself|herself|themselves)|obligates? (?:itself|themselves)|gives? (?:its|their|his|her) (?:word|undertaking)|takes? it upon (?:itself|themselves))';
const needful =
  '(?:mandatory|compulsory|obligatory|incumbent|imperative|required|necessary|a must|a requirement|a duty|an obligation|binding)';
const mayNoun =
  '(?:right|rights|permission|liberty|freedom|power|authority|authorisation|authorization|option|privilege|licen[cs]e|leave|choice|possibility|entitlement|discretion|clearance|faculty)';
const allowed =
  '(?:entitled|permitted|allowed|authori[sz]ed|empowered|licen[cs]ed|free|at liberty|welcome|cleared|at all times free)';
const forbidden =
  '(?:forbidden|prohibited|barred|banned|precluded|debarred|disallowed|restrained|enjoined|excluded|disqualified|not permitted|not allowed|not entitled|not authori[sz]ed)';
const unlawful =
  '(?:forbidden|prohibited|banned|disallowed|off limits|unlawful|impermissible|inadmissible|not permitted|not allowed|not permissible|not authori[sz]ed|not open|ruled out|out of the question|out of bounds|taboo|strictly forbidden|strictly prohibited|expressly forbidden|expressly prohibited)';
const lawful = '(?:permissible|permitted|allowed|open|lawful|admissible|possible|acceptable|legitimate)';
const acknowledged =
  '(?:acknowledged|recogni[sz]ed|confirmed|reserved|guaranteed|granted|preserved|undisputed|unaffected|unrestricted|upheld|agreed|accepted|secured)';
const freed =
  '(?:relieved|released|excused|exempt|exempted|absolved|freed|spared|dispensed|discharged|let off|free)';
const nothing =
  '(?:nothing|no (?:provision|clause|term|part|sentence|word))(?: (?:herein|hereof|here|(?:in|of) (?:this|these|the|its) [a-z]+(?: [a-z]+)?|contained (?:herein|in (?:this|these|the) [a-z]+)|said here))?(?: (?:shall|may|can|will))?';
const aims =
  '(?:aims?|seeks?|strives?|is striving|hopes?|is hoping|intends?|plans?|aspires?|wishes|wish|wants?|means|endeavou?rs to be able|looks?|is looking|is aiming|is planning|is working|proposes?)';
const refraining = '(?:refrain|abstain|desist|cease|cease and desist|stay away|keep away|hold back|keep)';

/** What follows a frame, such as an exception, is not a part of it. */
const stop = `(?<rest> ?[,;–—(].*)?$`;

type Frame = { pattern: RegExp; plain: string };

/** Reads frames, each with its plain wording: `X` is who acts, `V` the act. No line end makes a match fail late. */
function frames(plain: string, patterns: readonly string[]): Frame[] {
  return patterns.map((pattern) => ({ plain, pattern: new RegExp(`^${pattern}${stop}`, 'ds') }));
}

const duties = [
  `${who} (?:has|have|is left with|had) no (?:choice|option|alternative|other choice|way out|freedom) (?:but|other than|except) to ${to}`,
  `${who} (?:does not|do not|cannot|may not|shall not|will not) (?:get around|get round|get out of|come around|bypass) ${act}`,
  `${who} (?:shall|will|must|may|can|is|are)(?: not| never)(?: be)? ${freed} from ${act}`,
  `what ${who} (?:must|shall|has to|is to|needs to) do is(?: to)? ${to}`,
  `(?:among|one of|part of|included in) (?:the |its )?(?:duties|obligations|responsibilities|tasks) of ${who} (?:is|are|shall be) (?:to )?${to}`,
  `${who} (?:is|are|shall be) (?:to be )?held (?:responsible|answerable|accountable) for ${act}`,
  `it shall (?:lie|rest|fall|devolve) (?:with|on|upon|to) ${who} to ${to}`,
  `${who} can be required to,? and shall,? ${to}`,
  `${who} ${be} ${bound} to ${to}`,
  `${who} ${promises}(?: (?:and|that it) ${promises})? (?:to|that (?:it|he|she|they) (?:will|shall)) ${to}`,
  `${who} ${have} (?:(?:the|an?|its|their) )?${kind}${dutyNoun} (?:to|of|for) ${to}`,
  `(?:the|an?) ${kind}${dutyNoun} (?:to|of|for) (?<act>.+?) (?:also )?(?:lies|lie|rests?|falls?|sits|is|shall lie|shall rest|shall fall|devolves|remains|is borne|is placed|is imposed|is incumbent|is assigned|is allocated|is entrusted|is given|belongs) (?:with|on|upon|to|by) ${party}`,
  `it ${be} (?:(?:the|an?) ${kind}${dutyNoun} of|${needful} (?:for|on|upon|of)|for|up to|down to) ${who} to ${to}`,
  `it (?:falls|shall fall|rests|shall rest|lies|devolves|behooves|behoves)(?: (?:to|on|upon|with))? ${who} to ${to}`,
  `it ${be} (?:the |an? )?${kind}(?:${dutyNoun}|requirement|condition) that ${who} (?<act>.+)`,
  `${act} ${be} (?:the|a) ${kind}${dutyNoun} of ${party}`,
  `${act} ${be} ${needful} (?:for|on|upon|of) ${party}`,
  `${act} (?:lies|rests|falls|sits) (?:with|on|upon|to) ${party}`,
  `${who} (?:shall|must|will|has to|have to|is to|are to) (?:see to|attend to|take care of|be in charge of|answer for|be responsible for|be accountable for|be answerable for|be charged with|be tasked with) (?<act>[a-z]{2,}ing\\b.+)`,
  `${who} (?:is|are) (?:responsible|answerable|accountable|in charge) (?:for|of) (?<act>[a-z]{2,}ing\\b.+)`,
  `${who} (?:shall|must|will|has to|have to|is to|are to) (?:ensure|make sure|make certain|see to it|take care|procure|guarantee) that (?:it|he|she|they) (?:will |shall )?${to}`,
  `${who} (?:shall|must|may|will|can|does|do)(?: ?not| never) (?:fail|omit|neglect|forget|refuse|decline) to ${to}`,
  `the ${kind}${dutyNoun} of (?<act>[a-z]{2,}ing\\b.+?) (?:belongs|falls|lies|rests) (?:to|on|upon|with) ${party}(?: as a matter of (?:obligation|duty|law))?`,
  `to (?<act>.+?) (?:is|shall be|are) ${needful} (?:for|on|upon|of) ${party}`,
  `(?:as )?a binding commitment,? ${who} (?:will|shall) ${to}`,
  `it is a breach of (?:duty|contract|obligation) for ${who} not to ${to}`,
  `it is a (?:requirement|condition|duty) that ${who} (?<act>.+)`,
  `${who} (?:cannot|may not|must not|shall not) (?:avoid|escape|evade|refuse|dispense with|get out of) (?<act>[a-z]{2,}ing\\b.+)`,
  `it (?:is|shall be|will be|must be) (?=(?:the|each|every|any|our|its) )${who} (?:that|who|which) (?:shall |must |will |has to )?(?<act>(?!(?:is|are|may|can|should)\\b).+)`,
  `${who} (?:shall|must|will) (?:be required|be obliged|be bound|take (?:all |the )?(?:necessary |required )?(?:steps|measures)|make sure|take care|be sure) to ${to}`,
  `(?:this|the present) (?:agreement|document|contract|policy|lease|standard|clause|section|provision) (?:obliges|requires|compels|binds|commits|instructs) ${who} to ${to}`,
];

const bans = [
  `${who} (?:is|are|shall be) under an? (?:ban|prohibition) (?:not to|on|against) ${to}`,
  `${who} ${be} (?:denied|refused|deprived of|stripped of|without) (?:the|any) ${mayNoun} (?:to|of) ${to}`,
  `${who} (?:shall|must|will|has to|is to) (?:keep|stay clear|stay|steer clear|hold back) (?:from|of) ${act}`,
  `it (?:is|shall) not (?:be )?for ${who} to ${to}`,
  `no ${mayNoun} (?:to|of) (?<act>.+?) (?:is|shall be|has been) (?:granted|given|accorded|conferred|extended) (?:to|on|upon) ${party}`,
  `${who} ${be} (?:strictly |expressly |hereby )?${forbidden} (?:from|against) ${to}`,
  `${who} ${be} (?:strictly |expressly |hereby )?(?:forbidden|prohibited|not permitted|not allowed|not entitled|not authori[sz]ed|not empowered|not free|not at liberty|not licen[cs]ed) to ${to}`,
  `${who} (?:shall|will|must|may) not be (?:permitted|allowed|entitled|authori[sz]ed|empowered|free|licen[cs]ed|at liberty) to ${to}`,
  `${who} ${be} ${bound} (?:not|never) to ${to}`,
  `${who} ${promises} (?:not|never) to ${to}`,
  `${who} ${promises} that (?:it|he|she|they) (?:will|shall) (?:not|never) ${to}`,
  `${who} (?:(?:has|have|shall have|will have|enjoys?) no|lacks? (?:the|any)|(?:does|do|shall|will) not have (?:the|any|an?)) ${kind}${mayNoun} (?:to|of) ${to}`,
  `${nothing} (?:permits?|allows?|entitles?|authori[sz]es?|empowers?|licen[cs]es?|enables?) ${who} to ${to}`,
  `${nothing} gives? ${who} (?:the|any|an?) ${mayNoun} to ${to}`,
  `${who} (?:shall|must|will|has to|have to|is to|are to)(?: always| at all times)? ${refraining} from ${to}`,
  `${who} (?:shall|must|will|has to|have to|is to|are to) (?:avoid|forgo|forbear|eschew|refrain from) (?<act>[a-z]{2,}ing\\b.+)`,
  `it ${be} ${unlawful} (?:for|to) ${who} to ${to}`,
  `it (?:is|shall|will|may|must) (?:not|never)(?: be)? ${lawful} (?:for|to) ${who} to ${to}`,
  `${act} by ${party} ${be} ${unlawful}`,
  `${act} ${be} ${unlawful} (?:for|to) ${party}`,
  `(?:there is|there shall be) an? (?:[a-z]+ )?(?:ban|prohibition) on ${who} (?<act>[a-z]{2,}ing\\b.+)`,
  `the ${mayNoun} (?:to|of) (?<act>.+?) ${be} (?:denied|refused|withheld|not granted|not given) (?:to |from )?${party}`,
  `(?:on no account|under no circumstances|in no event|in no case|at no time|at no point) (?:shall|will|may|must|can|is|are) ${who} (?:to )?(?:be allowed to |permitted to )?${to}`,
  `no (?:circumstances?|conditions?|reasons?|case) (?:allows?|permits?|entitles?|authori[sz]es?|enables?) ${who} to ${to}`,
  `it is a breach of (?:duty|contract|obligation) for ${who} to ${to}`,
  `${who} lacks? (?:any|the) ${mayNoun} (?:to|of) ${to}`,
  `${who} (?:shall|will|may|must|can|is to|are to) (?:at no point|on no account|under no circumstances|in no event|in no case|at no time|in no way|by no means|under no conditions?|not under any conditions?|not at any time|not in any event|not under any circumstances|never|not ever|in no manner) ${to}`,
  `(?:this|the present) (?:agreement|document|contract|policy|lease|standard|clause|section|provision) (?:forbids|prohibits|bars) ${who} (?:from|to) ${to}`,
];

const rights = [
  `(?:it|the decision|the choice) (?:is|shall be|remains) (?:left |up |open )?(?:to|with|for) ${who} (?:to decide |to choose )?whether (?:or not )?to ${to}`,
  `${act} ${be} (?:optional|voluntary|left|up) (?:for|to) ${party}`,
  `${who} (?:is|are|shall|may|can|cannot|shall not|may not)(?: not| never)?(?: be)? (?:prevented|stopped|precluded|hindered|kept|restrained|barred) from ${act}`,
  `${who} ${be} ${allowed} to ${to}`,
  `${who} (?:has|have|shall have|will have|enjoys?|shall enjoy|retains?|shall retain|keeps?|holds?|possesses|is granted|are granted|is given|are given|has been granted|has been given|is accorded|reserves?|is vested with|obtains?) (?:(?:the|an?|its|full|complete|every) )?${kind}${mayNoun}(?:,? (?:at (?:its|their|his|her) (?:sole |own |absolute |free )?(?:discretion|option)),?)? (?:to|of) ${to}`,
  `${who} (?:may|can|shall be entitled to|is entitled to) (?:elect|choose|opt|decide|see fit) to ${to}`,
  `${who} (?:may|can|shall be free to),? (?:at (?:its|their|his|her) (?:sole |own |absolute |free )?(?:discretion|option|pleasure)|freely|always|at any time and for any reason|but need not|without asking anybody|without further ado|if (?:it|he|she|they) (?:so )?(?:wish|wishes|choose|chooses|desires?)|(?:as|whenever|when|where|if) (?:it|they|he|she) (?:sees? fit|wishes|chooses|likes|pleases)),? ${to}`,
  `the ${mayNoun} of ${who} to (?<act>.+?) ${be} ${acknowledged}`,
  `the ${mayNoun} to (?<act>.+?) (?:${be} (?:granted|given|accorded|reserved|conferred|guaranteed|secured|extended|available|open)|belongs|shall belong|lies|vests|rests) (?:to|on|upon|with|for) ${party}`,
  `${nothing} (?:prevents?|stops?|precludes?|bars?|hinders?|keeps?|restrains?|restricts?|impedes?|prohibits?|inhibits?) ${who} from ${to}`,
  `${nothing} forbids? ${who} to ${to}`,
  `the (?:choice|decision) whether (?:or not )?to (?<act>.+?) (?:lies|rests|is|stays|remains) with ${party}(?: alone)?`,
  `if it sees fit,? ${who} may ${to}`,
  `${who} (?:has|have|is given|holds) permission to ${to}`,
  `(?:nobody|no one|no party) (?:may|can|shall) (?:prevent|stop|hinder|keep|bar) ${who} from ${to}`,
  `it ${be} ${lawful} (?:for|to) ${who} to ${to}`,
  `${act} by ${party} ${be} ${lawful}`,
  `${act} ${be} ${lawful} (?:for|to) ${party}`,
  `(?:this|the present) (?:agreement|document|contract|policy|lease|standard|clause|section|provision) (?:entitles|permits|allows|authori[sz]es|empowers) ${who} to ${to}`,
];

const exemptions = [
  `${who} (?:has|have) discretion whether to ${to}`,
  `it is (?:no|not a) breach of (?:duty|contract|obligation) (?:for|if) ${who} (?:not to|does not|did not) ${to}`,
  `${who} (?:shall|will|may|can|must) not be called upon to ${to}`,
  `${who} (?:is|are|shall be|will be) (?:not|in no way|by no means|never) under (?:any|an?|the) ${kind}${dutyNoun} (?:to|of) ${to}`,
  `${who} (?:is|are|shall be) (?:in no way|by no means|in no case|at no time) ${bound} to ${to}`,
  `${who} (?:cannot|may not|shall not|will not) be (?:made|forced|compelled|required|obliged|held|asked|pressed) to ${to}`,
  `(?:nobody|no one|no party) (?:can|may|shall) (?:force|compel|oblige|require|make|ask|expect|press) ${who} to ${to}`,
  `an? ${kind}${dutyNoun} of ${who} to (?<act>.+?) (?:does not exist|is not agreed|is excluded|has not been agreed|is not intended|cannot be inferred|does not arise)`,
  `${who} (?:is|are|shall|will|must) not (?:be )?(?:further |thereby |hereby )?${bound} to ${to}`,
  `${who} (?:does|do|did|shall|will|has|have) (?:not|never) (?:undertake|undertaken|promise|promised|agree|agreed|commit|commit itself|committed|warrant|guarantee|covenant|pledge|engage|bind itself) to ${to}`,
  `${who} (?:(?:has|have|shall have|will have|bears?|assumes?|accepts?|is under|are under|shall be under|makes?|gives?|owes?) no|(?:does|do|shall|will) not have (?:the|any|an?)) (?:${kind}${dutyNoun}|promise|undertaking|necessity|commitment|guarantee)(?: whatsoever| whatever| at all)? (?:to|of|for) ${to}`,
  `no ${kind}(?:${dutyNoun}|promise) (?:to|of|for) (?<act>.+?) (?:lies|rests?|falls?|is|shall lie|shall rest|shall fall|devolves|is imposed|is placed|is incumbent) (?:with|on|upon|to|by) ${party}`,
  `(?:there is|there exists|there shall be) no ${kind}(?:${dutyNoun}|necessity|need) (?:for|on|of) ${who} to ${to}`,
  `${nothing} (?:requires?|obliges?|compels?|forces?|binds?|commits?|obligates?|makes? it necessary for) ${who} to ${to}`,
  `it (?:is|shall be|will be)(?: ?not| never) (?:${needful}|(?:the|an?) ${kind}${dutyNoun}) (?:for|on|upon|of) ${who} to ${to}`,
  `${who} ${be} ${freed} (?:from|of) (?:(?:the|any|its|every|all) ${kind}${dutyNoun} (?:to|of|for) )?${to}`,
  `${act} ${be} (?:not (?:mandatory|compulsory|obligatory|required|necessary|incumbent|the ${dutyNoun}|a ${dutyNoun})) (?:for|on|upon|of|to) ${party}`,
  `${who} (?:may|can|shall be free to|is free to) (?:decide|choose|elect|opt) (?:not to|against) ${to}`,
  `${who} ${be} (?:free|at liberty|entitled|permitted|allowed) not to ${to}`,
  `${who} (?:may|can)(?:,? at (?:its|their|his|her) (?:sole |own )?(?:discretion|option),?)? (?:omit to|refrain from|forgo|dispense with|abstain from|decline to|refuse to|leave off) ${to}`,
];

const goalsNever = [
  `${who} ${aims} (?:not|never) to (?:have to )?${to}`,
  `(?:the|an?|one) (?:objective|aim|goal|ambition|intention|plan|hope) of ${who} is (?:not to|to avoid) ${to}`,
  `${who} would prefer not to ${to}`,
];

const goals = [
  `${who} (?:has|have) set (?:itself|themselves) the (?:aim|target|goal|objective) (?:of|to) ${to}`,
  `${who} has asked for advice on ${act}`,
  `${who} (?:is seeking|seeks|sought|has applied for|applies for|has asked for|asks for|has requested|requests|is applying for|hopes for|would welcome|is negotiating|awaits) (?:the |an? )?${mayNoun} (?:to|of) ${to}`,
  `${who} (?:has set its sights on|sees a chance of|is investigating|is exploring|is examining|is studying|is looking at) (?:how to |ways to |whether to |whether it can )?${to}`,
  `it (?:is|would be) desirable for ${who} to ${to}`,
  `${who} sees (?:a chance|an opportunity|a way) to ${to}`,
  `(?:one|some) of the (?:aims|goals|objectives|ambitions|targets) of ${who} is to ${to}`,
  `${who} ${aims} to ${to}`,
  `(?:the|an?|its) (?:declared |stated |long-term |overall |main )?(?:objective|aim|goal|vision|ambition|purpose|target|aspiration|intention|plan|hope|dream|mission) of ${who} is to ${to}`,
  `it is the (?:declared |stated |long-term )?(?:objective|aim|goal|vision|ambition|purpose|target|aspiration|intention|plan|hope|dream|mission) of ${who} to ${to}`,
  `${who} (?:anticipates|envisages|contemplates|foresees|considers|has plans for|is looking into|is looking forward to|looks forward to|is working towards|works towards|is thinking about|is thinking of|is moving towards|is preparing for|is developing a (?:process|plan|way|system) for) (?<act>[a-z]{2,}ing\\b.+)`,
  `${who} (?:has|have) (?:set (?:itself|themselves) )?(?:the|an?) (?:aim|target|goal|objective|ambition|intention|plan) (?:of|to) ${to}`,
  `${who} (?:anticipates|believes|expects|trusts|hopes|is confident|is optimistic) that (?:it|he|she|they) (?:will|can|may|might|would|could)(?: one day| soon| be able to)? (?!not\\b)${to}`,
  `${who} (?:would be pleased|would be happy|would like|would love|would be glad) to ${to}`,
  `efforts are being made by ${who} to ${to}`,
  `${who} (?:may|might|could|will perhaps|may perhaps) (?:at some stage|some day|one day|in time|in the future|at a later stage|later on|perhaps) ${to}`,
];

const advice = [
  `${who} (?:shall|will|must) take (?:all )?reasonable (?:steps|measures|care) to ${to}`,
  `${who} should,? (?:if (?:it|he|she|they) can|if possible|where possible|where feasible|where practicable|as far as (?:possible|practicable|it can)|so far as (?:possible|practicable)|ideally),? ${to}`,
  `${who} should (?:see|consider|examine) whether (?:it|he|she|they) can ${to}`,
  `it is (?:suggested|recommended) that ${who} (?:will try to|tries to|should) ${to}`,
  `${who} (?:shall|will|must|undertakes to) (?:endeavou?r|try|attempt|seek|strive|make (?:every|an|reasonable|all reasonable|its best|their best) (?:effort|efforts|attempt|attempts)|use (?:its |their )?(?:best|reasonable|commercially reasonable|all reasonable) (?:efforts|endeavou?rs)|do (?:its|their) best|consider) to ${to}`,
  `${who} will do what it (?:reasonably )?can to ${to}`,
  `it (?:is|would be) (?:advisable|sensible|recommended|good practice|best practice|prudent|wise|useful|appropriate|preferable|helpful) for ${who} to ${to}`,
  `${who} (?:is|are) (?:recommended|encouraged|advised|invited|urged|expected|requested|asked|well advised|called on|counselled|reminded) to ${to}`,
  `${who} (?:may wish|might wish|would do well|does well) to ${to}`,
  `${who} should (?:preferably|ideally|normally|generally|as a rule|wherever possible|where practicable) ${to}`,
];

const undone = [
  `${who} (?:forgot|failed|has yet|have yet|is yet|are yet|is still) to ${to}`,
  `${who} (?:stopped|ceased|gave up|quit) ${act}`,
  `${who} (?:did not manage|omitted|neglected|failed|declined|refused|chose not|decided not|resolved not|was unable) to ${to}`,
  `${who} (?:postponed|put off|abandoned|gave up|decided against|desisted from|refrained from|dropped the idea of|dropped the plan of) (?<act>[a-z]{2,}ing\\b.+)`,
];

const document =
  '(?:(?:this|the|these|our|the present) )?(?:whole |entire |present )?(?:agreement|contract|lease|licen[cs]e|document|terms|conditions|deed|arrangement|tenancy|general terms|relationship|undertaking)(?: (?:and|or) (?:all|any|every) [^,;:]{3,80}?)?';
const laws = [
  `${document} (?:is|are|shall be|will be|has to be|must be|is to be) (?:(?:governed|construed|interpreted|read|understood|enforced|determined|ruled|applied|subject|and|or|in all respects|exclusively|solely|is|are|shall be|,|by|under|in accordance with|according to|pursuant to|to|with) ?){2,12}(?:the )?(?:internal |substantive |national |domestic |applicable )?laws? (?:of|in force in|applicable in) (?<who>[^,;:]{2,60}?)(?: and (?:is|are|shall be) (?:governed by|subject to) (?:it|them))?(?:,? (?:without (?:regard|reference|giving effect) to|excluding|to the exclusion of) (?:its |the |any )?(?:conflicts?|choice|principles)[^;:]{0,80})?`,
  `(?:the|both) parties (?:have chosen|choose|have agreed on|agree on|have elected|elect|have selected|select|have opted for|opt for|have settled on|submit (?:this|the) [a-z]+ to) the laws? of (?<who>[^,;:]{2,60}?) (?:for|to govern|to apply to|as the law of|as the governing law of) ${document}`,
  `the (?:governing law|proper law|applicable law|choice of law)(?: (?:of|for) ${document})? (?:is|shall be) (?:the law of|that of) (?<who>[^,;:]{2,60}?)`,
];

const facts = [
  `it is a matter of record that (?<who>.+)`,
  `(?:the (?:records?|minutes|books|files|accounts|documents|figures|report) (?:shows?|confirms?|records?|indicates?|states?|proves?|evidences?|demonstrates?)|it (?:is|was|has been) (?:hereby )?(?:confirmed|recorded|noted|reported|verified|established|certified|on record)|it can be (?:reported|confirmed|said|seen)) that (?<who>.+)`,
];

/** Frames that deny come first, because "is not obliged to" also begins like a frame without its denial. */
const known: readonly Frame[] = [
  ...frames('X did not V', undone),
  ...frames('X need not V', exemptions),
  ...frames('X aims not to V', goalsNever),
  ...frames('X aims to V', goals),
  ...frames('X shall not V', bans),
  ...frames('X may V', rights),
  ...frames('X should V', advice),
  ...frames('X shall V', duties),
  ...frames('This agreement shall be governed by the law of X', laws),
  ...frames('X', facts),
];

/** Matches phrases that neither add to a sentence nor take from it, wherever they are in the sentence. */
const asides = [
  /,? ?\b(?:without being asked(?: to do so)?|as a matter of course|of (?:its|their|his|her) own (?:accord|motion)|at (?:its|their|his|her) own (?:cost|expense|initiative)|without (?:further|any further) (?:notice|request|reminder))\b,?/gi,
  /(?<=^|, )(?:last year|this year|as in the year before|as in previous years|in the meantime|in the end|in due time),? /gi,
  /(?<!\bnot |\bnot, |\bbut )\b(?:in|under|on) (?:all|any|every|each) (?:and every )?(?:cases?|instances?|events?|circumstances|occasions?)(?! (?:where|when|in|of|that|if|to))\b,? ?/gi,
  /\bwithout (?:any )?(?:exception|fail)(?! (?:of|for|to|in))\b,? ?/gi,
  /\b(?:invariably|unfailingly|formally|strictly|in due form|in due course,?|without ever|at all times|having no choice in the matter) (?=[a-zà-ÿ])/gi,
  /,? having no choice in the matter\b/gi,
  /\b(?:took action|went ahead) and (?=[a-zà-ÿ])/gi,
  /\b(?:hereby|expressly|duly|therefore|furthermore|moreover|likewise|accordingly|solemnly|irrevocably) (?=[a-zà-ÿ])/gi,
  /(?:, | )for (?:its|their|his|her) part,?(?= )/gi,
  /\b(?:without (?:any |undue )?delay|promptly|immediately|forthwith|as soon as possible|as soon as practicable|as soon as it can),? (?:and|but),? (?:(?:in any (?:event|case)|at the latest|always|anyway)(?:,|) )?(?=within|inside|no later|not later|at the latest|before|in any)/gi,
  /\b(?:in any (?:event|case)|at the latest),? (?=within|inside|no later|not later|at the latest)/gi,
  /\bin (?:the same|like|a like) (?:manner|way),? /gi,
  /(?<=\b(?:shall|must|will|is|are|has to|have to)) (?:also|always|at all times|further|equally|in addition|in turn|then|itself|themselves)(?= [a-zà-ÿ])/gi,
  /(?<=\b(?:has|have|had|was|were)) (?:again|since|meanwhile|now|already|recently|indeed|in fact|in the meantime|finally|subsequently)(?= [a-zà-ÿ])/gi,
  /\b(?:once )?again (?=[a-zà-ÿ]+(?:ed|t|d|ose|ade|ook|ent|aid|ave|eld|ept)\b)/gi,
  /(?<=^|, )as (?:decided|planned|agreed|resolved|reported|announced|scheduled|promised|required|noted|intended|instructed|foreseen)(?: (?:before|above|earlier|previously))?, /gi,
  /(?<=^|, )(?:over|during|in|within|throughout) the (?:(?:past|last|reporting|financial|business|current|present) )?(?:(?:\d+|two|three|four|six|nine|twelve|eighteen) )?(?:years?|months?|weeks?|period|quarter|session|term)(?: (?:under review|just ended|reported on))?,? (?=[a-zà-ÿ])/gi,
  /\s?\((?:no longer |not )?(?:in force|in effect|effective|valid|applicable|current|binding|former|repealed|expired|lapsed|withdrawn|deleted|superseded)\b[^()]{0,60}\)/gi,
] as const;

/** Longer sentences are not reworded. */
const longest = 600;
/** A frame can be within a frame: "it is confirmed that the tenant is obliged to …". */
const mostFrames = 3;

/**
 * The plain wording of a statement: without asides, and with "shall", "shall not", "may", "need not", "should" or "aims
 * to" for the frame that binds. The text itself if it has neither. `text` begins after the number of its clause.
 */
export function plainWording(text: string): string {
  if (text.length > longest) return text;
  const normal = text.replace(/\s+/g, ' ').trim();
  const stop = /[.;]?$/.exec(normal)?.[0] ?? '';
  let plain = normal.slice(0, normal.length - stop.length);
  for (let at = 0; at < mostFrames; at += 1) {
    plain = asides.reduce((rest, aside) => rest.replace(aside, ''), plain);
    const next = unframed(plain);
    if (next === null) break;
    plain = next;
  }
  return `${plain}${stop}`;
}

/** The plain wording of a statement that is a frame, or that is one after its first comma; null for other statements. */
function unframed(text: string): string | null {
  let from = 0;
  for (let comma = 0; comma <= mostCommas; comma += 1) {
    const [front, rest] = [text.slice(0, from), text.slice(from)];
    const plain = frameIn(rest);
    if (plain !== null) return `${front}${plain}`;
    if (!introduction.test(text)) return null;
    const next = text.indexOf(', ', from);
    if (next < 0) return null;
    from = next + 2;
  }
  return null;
}

const nowhere = [0, 0] as const;

function frameIn(text: string): string | null {
  // V8 takes four times as long to compile a pattern that ignores case.
  const lower = lowerCase(text);
  for (const { pattern, plain } of known) {
    const ranges = pattern.exec(lower)?.indices?.groups;
    if (!ranges) continue;
    const part = (name: string) => text.slice(...(ranges[name] ?? nowhere));
    const [subject, verb, rest] = [part('who'), part('act'), part('rest')];
    if (subject === '' || deniedAct.test(verb)) continue;
    if (!/^X$|law of X/.test(plain) && denying.test(subject)) continue;
    // A capital inside a sentence would make the act a name.
    const inner = text.startsWith(verb) ? `${verb.charAt(0).toLowerCase()}${verb.slice(1)}` : verb;
    return `${plain.replace(/\b[XV]\b/g, (sign) => (sign === 'X' ? subject : inner))}${rest}`;
  }
  return null;
}

/** A frame can begin after at most this many commas. */
const mostCommas = 2;
/** Matches sentences that begin with an introduction or a case, which a comma ends. */
const introduction =
  /^(?:where|if|when|whenever|unless|other than|notwithstanding|except|save|even|whether|irrespective|regardless|subject|in|on|at|as|under|for|with|during|over|including|excluding|provided|should|to|from|upon|after|before|within|no later|not later)\b/i;
/** Matches a subject that a frame must not have, because it denies or refers to another sentence. */
const denying =
  /\b(?:not|no|nor|neither|never|nothing|nobody|none|unless|except|if|whether|shall|must|may|will)\b/i;
/** Matches an act that ends with a word of the frame: "the duty to pay hardly rests with the tenant". */
const deniedAct =
  /\b(?:not|never|no|longer|hardly|rarely|seldom|scarcely|barely|only|neither|nor|sometimes|shall|will|may|does|do)$/i;
