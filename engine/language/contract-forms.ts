/**
 * Forms of clauses in contracts that say a short thing with many words, and the shorter form of each.
 *
 * - A ban on several acts or things bans each of them: "shall not assign, delegate or otherwise transfer this Agreement or
 *   any rights hereunder" bans "assign this Agreement".
 * - Words such as "voluntarily or by operation of law" extend a ban and take nothing from it.
 * - "No amendment shall be valid unless in writing" is "this agreement may be amended only in writing".
 * - "Embodies the entire understanding" is "constitutes the entire agreement".
 */

const paper = '(?:agreement|contract|lease|licen[cs]e|undertaking|deed)';
const rights =
  '(?:rights?|interests?|obligations?|dut(?:y|ies)|benefits?|privileges?|liabilit(?:y|ies)|responsibilit(?:y|ies)|claims?|titles?)';
const joined = '(?: ?, ?(?:and |or |nor |and/or )?| (?:and|or|nor|and/or) )';
const ban =
  /\b(?:shall|may|will|must|can) not\b|\bcannot\b|\b(?:neither|no) (?:of the )?\p{L}{1,30}(?: or \p{L}{1,30})?(?:,[^,]{2,120},)? (?:shall|may|will|can)\b|\bneither (?:this|the)\b|\b(?:in no event|under no circumstances?|in no case) (?:shall|will)\b|\b(?:is|are) not liable\b/iu;
const longestGap = 120;

/** Match words that extend a ban. */
const extensions = [
  /,? ?\(?(?<!\p{L})(?:whether |either )?(?:voluntarily|involuntarily|directly|indirectly|by (?:operation of )?law|by merger|by contract|in whole|in part|expressly|impliedly)(?:(?:,? (?:or|and) |, )(?:voluntarily|involuntarily|directly|indirectly|(?:by )?operation of law|by (?:operation of )?law|(?:by )?merger|change of control|by contract|in whole|in part|in whole or in part|expressly|impliedly|otherwise)){1,8}\)?,?(?!\p{L})/giu,
  /,? ?\bin any (?:manner|way|form)(?: whatsoever)?\b,?/gi,
  /\b(?:hereby |expressly |specifically )(?=(?:assign|transfer|disclos|amend|sublet|sublicens|consent|agreed))/gi,
  /\b(?<=prior )(?:express |specific )(?=(?:written |consent|approval))|\b(?<=\bthe )express (?=(?:prior )?written)/gi,
];

/** Match words that say how consent is given, or what follows from a breach of the ban. */
const riders = [
  /,? ?\(?,?(?:which|such|the) (?:consent|approval|permission)s? (?:shall|will|may|must|is|are)? ?(?:not (?:to )?be |not )?(?:to be )?(?:unreasonably|arbitrarily)(?: be)? (?:withheld|delayed|refused|conditioned)(?:,? (?:or|and)? ?(?:unreasonably )?(?:withheld|delayed|refused|conditioned|denied)){0,8}\)?,?/gi,
  /,? ?\(?,?(?:such (?:consent|approval) )?(?:not to be|which (?:shall|will|may) not be) (?:unreasonably|arbitrarily) (?:withheld|delayed|refused|conditioned)(?:,? (?:or|and)? ?(?:unreasonably )?(?:withheld|delayed|refused|conditioned|denied)){0,8}\)?,?/gi,
  /[,;]? \(?(?:and )?any (?:such |attempted |purported |attempt |other )(?:(?!\b(?:except|unless|save|other than|provided|but)\b)[^.;]){0,160}\b(?:void|invalid|of no effect|ineffective)\b(?:(?!\b(?:except|unless|save|other than|provided|but)\b)[^.;)]){0,60}\)?/gi,
];

const things = new RegExp(
  `(?:either )?((?:this|the) (?:\\p{L}{1,30} )?${paper})(?:${joined}(?:any |all |either ){0,8}(?:of )?(?:(?:its|the|their|his|her|such party[’']s) )?(?:respective )?(?:part(?: (?:here|there)of)?|${rights})(?:${joined}(?:any |all ){0,8}(?:of )?(?:(?:its|the|their) )?${rights}){0,8}(?: (?:under|in|created by|arising (?:from|under|out of)|contained in|granted (?:by|in|under)) (?:it|this ${paper}|the ${paper})| (?:there|here)(?:under|in|of|to)| (?:contained|granted|provided|created|arising) (?:there|here)(?:under|in|of|by|from))?){1,8}`,
  'giu',
);
const ownRights = new RegExp(
  `(?:any (?:or all )?(?:of )?)?(?:(?:its|the|their) )(?:respective )?rights?(?:${joined}(?:any )?(?:of )?(?:(?:its|the|their) )?${rights}){1,8} (?:(?:there|here)(?:under|in|of)|(?:under|contained in|provided (?:for )?in) (?:this|the) ${paper}|(?:provided|contained|granted) (?:there|here)in)`,
  'giu',
);
const neitherThing = new RegExp(
  `\\bneither (this (?:\\p{L}{1,30} )?${paper}),? nor [^.;]{2,${longestGap}}?,? (shall|may|will|can)(?: -{1,20})? be\\b`,
  'giu',
);

/** Match words about liability that name no other damage, and what they are in a shorter form. */
const liability: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:in no event|under no circumstances?|in no case) (?:shall|will) (?:either|any) (?:of the )?part(?:y|ies)(?: or (?:any of )?(?:its|their) [^.;]{2,120}?)? (?=be |have )/giu,
    'neither party shall ',
  ],
  [/\bhave any (?:liability|obligation or liability)(?= (?:to|for|whatsoever)\b)/gi, 'be liable'],
  [/(?<=\bliable )to (?:the other(?: part(?:y|ies))?|each other|one another) (?=for\b)/gi, ''],
  [
    /,? \(?(?:even if|even though|whether or not|regardless of whether|irrespective of whether) (?:(?!\b(?:except|unless|save|other than|provided|but)\b)[^.;()]){2,160}?\b(?:advised|aware|notified|informed|foreseeable|foreseen|known)\b(?:(?!\b(?:except|unless|save|other than|provided|but)\b)[^.;()]){0,100}\)?/gi,
    '',
  ],
  [
    /,? (?:however caused|whether in contract|under any theory|regardless of the (?:form|theory)|whether based)\b(?:(?!\b(?:except|unless|save|other than|provided|but)\b)[^.;]){0,200}/gi,
    '',
  ],
  [
    /,? (?:arising (?:out of|from|under|in connection with)|resulting from|relating to|in connection with|under)(?: or [^.;,]{2,60}?)? (?:this|the) (?:agreement|contract|lease|licen[cs]e)\b(?: or (?:(?!\b(?:except|unless|save|other than|provided|but)\b)[^.;,]){2,80})?/gi,
    '',
  ],
];

const adjective = '\\p{Ll}{1,30}';
const kinds = new RegExp(
  `\\b(?<list>${adjective}(?:(?:,| or|, or|,? and)(?: any)? (?!damages?\\b)${adjective}){1,10}) (?=(?:damages?|loss(?:es)?)\\b)`,
  'giu',
);

const act = '\\p{Ll}{1,30}(?: of)?';
const listed = (one: string): string =>
  `${one}(?:,? (?:or|nor) (?:otherwise )?${one}|, (?:otherwise )?${one}){1,8}`;
const activeList = new RegExp(
  `(?<=\\b(?:not|cannot|(?:neither|no) (?:of the )?\\p{L}{1,30} (?:shall|may|will|can)) )(?<list>${listed(act)})(?= (?:this|the|any|its|all|such|his|their|either|or)\\b)`,
  'giu',
);
const passiveList = new RegExp(
  `(?<=\\bbe )(?<list>${listed('\\p{Ll}{1,30}(?:ed|able|t|n|d)(?: of)?')})(?= (?:by|without|except|unless|in|to|only)\\b|[,.;]|$)`,
  'giu',
);

const change = '(?:amendment|modification|change|alteration|variation|supplement|addition|waiver)s?';
const changed = '(?:amended|modified|changed|altered|varied|supplemented)';
const inWriting =
  '(?:,? ?(?:except|unless|otherwise than|other than|save|only|without)(?: (?:if|by|in|with|pursuant to|upon|through|to the extent|when|where|that|as)){0,8})(?<how>[^.;]{0,400}\\b(?:writing|written)\\b[^.;]{0,400})';
/** Matches words for a whole agreement or any part of it. */
const whole = `(?:(?:(?:any|the|these|each) )?(?:of )?(?:(?:the|its) )?(?:(?:terms?|provisions?|conditions?|covenants?|parts?|portions?)(?:(?:,? (?:and|or|and/or) |, )(?:terms?|provisions?|conditions?|covenants?|parts?)){0,3} ?)?(?:hereof|hereto|herein|(?:of |in |to |contained in |set forth in )?(?:this|the) (?:\\p{L}{1,30} )?${paper}(?: or any (?:parts?|provisions?|terms?)(?: hereof| of it| thereof)?)?))`;
const anyParty = '(?:either|any|the|both|each)(?: of the)? part(?:y|ies)(?: hereto)?';
const noChange = new RegExp(
  `^(?:no|any) (?:(?:such|other|oral|verbal|purported|subsequent|future|further) )?${change}(?:(?: of| to)?${joined}(?:any )?(?:(?:such|other) )?(?:to |of )?${change}){0,8}(?: (?:of|to|in) ${whole})?(?:, nor [^,;.]{2,${longestGap}},)? (?:shall|will|is|are|must) (?:be )?(?:\\p{Ll}{1,30} ){0,3}?(?:${listed('\\p{Ll}{1,30}')}|valid|effective|binding|enforceable|made|permitted|force or effect)(?: (?:on|upon|against|between) ${anyParty})?${inWriting}`,
  'iu',
);
const mustWrite = new RegExp(
  `^(?:all|any|every)?,? ?${change}(?:${joined}(?:any )?${change}){0,8}(?: (?:of|to|in) ${whole})? (?:shall|must|will|has to|have to) be (?:made |agreed |effected |set forth )?(?<how>(?:only )?in writing\\b[^.;]{0,400})`,
  'iu',
);
const mayChange = new RegExp(
  `^(?:it|(?:the (?:terms|provisions)(?: and (?:conditions|provisions))? of )?(?:this|the) (?:\\p{L}{1,30} )?${paper}(?: and [^,;.]{2,60}?)?) (?:(?:may|shall|can|will|must) ?(?:not|only)?|cannot) (?:only )?be (?:\\p{Ll}{1,30}(?:,? (?:or|nor|and) |, )){0,8}${changed}(?:(?:,? (?:or|nor|and) (?:otherwise )?|, )\\p{Ll}{1,30}){0,8}(?: at any time| and in any manner){0,8}${inWriting}`,
  'iu',
);
const partiesChange = new RegExp(
  `^(?:the parties|neither party|no party) (?:may|shall|can|will) (?:not )?(?:amend|modify|change|alter)(?:(?:,? (?:or|nor) |, )\\p{Ll}{1,30}){0,8} (?:this|the) ${paper}${inWriting}`,
  'iu',
);
const bothSign =
  /\b(?:signed|executed|subscribed|agreed)\b[^.;]{0,60}?\b(?:both|the|all|all of the|each|each of the|each party|duly authorized representatives of (?:both|the|each)(?: of the)?) ?(?:the )?part(?:y|ies)\b(?! (?:to be|against|sought|making|waiving|or parties))|\b(?:both|the|each|all) (?:of the )?part(?:y|ies)[’']? (?:have |has )?(?:signed|executed|written (?:consent|agreement))/i;

const entireAgreement = 'This agreement must be the entire agreement between the parties.';
const writtenNotices = 'Notices must be in writing.';
const writtenWaivers = 'A waiver must be in writing.';
const independentContractors = 'The parties are independent contractors.';
const severability = 'If a provision is invalid, the other provisions must remain in force.';
const counterparts = 'This agreement may be executed in counterparts.';

/** Clauses that most contracts have, each with its shortest form. A pattern matches nothing that limits the clause. */
const usual: readonly { pattern: RegExp; form: string }[] = [
  {
    pattern:
      /^(?:this|the) (?:\p{L}{1,30} )?(?:agreement|contract|lease|licen[cs]e)(?:,? \(?(?:together with|including|with) [^.;]{2,200}?\)?,?)? (?:(?:shall|must|has to) )?(?:constitutes?|contains?|represents?|sets? forth|embod(?:y|ies)|comprises?|states?|expresses|is) (?:the )?(?:full|whole|entire|complete|final|sole|exclusive|full and entire|entire and only)(?:(?:,| and|, and) (?:full|whole|entire|complete|final|sole|exclusive|only)){0,8} (?:agreement|understanding|contract|expression|arrangement|statement)s?(?:(?:,| and|, and) (?:agreement|understanding|contract)s?){0,8}(?: (?:between|of|among|by and between) (?:each of )?(?:the )?(?:parties|[^,;.]{2,60}?)(?: hereto)?)?(?=\s*(?:$|[,.;]|and |with |in |as |relating|regarding|concerning|on |hereto|pertaining|about ))/iu,
    form: entireAgreement,
  },
  {
    pattern:
      /^(?:(?:any|all|each|every) )?(?:such )?notices?(?:(?:,| and| or|, and|, or) (?:all |any )?(?:other )?(?:requests?|demands?|consents?|approvals?|communications?|reports?|waivers?)){0,6}(?: (?:hereunder|hereof|hereto|herein|required|permitted|or|and|to|be|given|made|provided(?: for)?|sent|delivered|which|that|may|shall|must|is|are|from time to time|(?:under|by|pursuant to|in connection with|in|of|relating to|for) (?:(?:the (?:terms|provisions) of )?(?:this|the) (?:\p{L}{1,30} )?(?:agreement|contract|lease|licen[cs]e)|the (?:terms|provisions) hereof)|pursuant hereto|in connection herewith|(?:from|by) (?:either|any|one|a) party(?: hereto)?(?: to (?:the other|another)(?: party)?(?: hereto)?)?|to (?:the other|either|a|any) party(?: hereto)?)){0,12},? (?:shall|must|will|has to|have to) be (?:(?:given|made|sent|delivered|provided|served)(?: and (?:given|made|sent|delivered))? )?in writing\b/iu,
    form: writtenNotices,
  },
  {
    pattern:
      /^(?:no (?:(?:amendment|modification|consent|change|alteration|variation|supplement|discharge|termination|approval|oral|such|other)s?(?:,? (?:or|and))?,? ){0,8}waivers?(?: (?:of|by|to|under|or|and|any|either|the|a|such|other|breach(?:es)?|defaults?|provisions?|terms?|conditions?|covenants?|rights?|remed(?:y|ies)|part(?:y|ies)|hereto|hereunder|hereof|thereof|this|agreement|contract|in|on|behalf|subsequent|performance|obligations?|consents?|amendments?|modifications?),?){0,25} (?:shall|will|is) (?:be )?(?:valid|effective|binding|enforceable|deemed[^.;]{0,60}?)[^.;]{0,60}? (?:unless|except)[^.;]{0,60}? (?:in writing|written)|(?:any|a|every) waiver(?: (?:of|by|under|or|and|any|either|the|a|such|other|breach(?:es)?|defaults?|provisions?|terms?|conditions?|rights?|remed(?:y|ies)|part(?:y|ies)|hereto|hereunder|hereof|this|agreement|contract),?){0,20} (?:shall|must|will) be (?:made |given )?in writing)\b/iu,
    form: writtenWaivers,
  },
  {
    pattern:
      /^(?:(?:the|each|both|all) part(?:y|ies)(?: (?:hereto|to this agreement))?|the relationship (?:of|between|among) (?:the )?\p{L}{1,30}(?: (?:and (?:the )?)?\p{L}{1,30}){0,5}) (?:shall |will |agrees? that (?:it|they) )?(?:is|are|be|acts?|operates?|acknowledges? that they are)(?: (?:solely|only|that|at all times|deemed to be|to be|each|both|as|an?|of|one)){0,5} independent contractors?\b/iu,
    form: independentContractors,
  },
  {
    pattern:
      /^(?![^.;]{0,400}\b(?:section|clause|article|schedule|paragraph)s? \d)(?:if|in the event(?: that)?|should) (?:any|a|one or more|the) (?:\p{L}{1,30},? (?:or |of |other )?){0,4}?(?:provisions?|terms?|clauses?|parts?|portions?)\b[^.;]{0,200}?\b(?:invalid|illegal|unenforceable|void)\b[^.;]{0,240}?,[^.;]{0,40}?\b(?:(?:remaining|remainder|other|rest|balance|validity)\b[^.;]{0,120}? (?:shall|will|must) (?:\p{L}{1,30} ){0,3}?(?:remain|continue|not|in no way|be (?:un)?affected|be valid|be enforced|stay)|(?:shall|will|must) not (?:affect|impair|invalidate)\b[^.;]{0,80}?\b(?:other|remaining|remainder|rest|balance))\b/iu,
    form: severability,
  },
  {
    pattern:
      /^this (?:\p{L}{1,30} )?(?:agreement|contract|lease|amendment|undertaking) (?:may|can) be (?:executed|signed)(?: by the parties)? in (?:(?:any number of|one or more|two or more|two \(2\) or more|several|multiple|separate|duplicate) )?counterparts?\b/iu,
    form: counterparts,
  },
];

/** Longer clauses have no shorter form. */
const longest = 1_200;

/** Matches a heading at the begin of a sentence: "Amendments This Agreement may be". */
const heading =
  /^(?:(?:\p{Lu}[\p{L}-]{0,30}|\d[\d.]{0,10})[;,:.]? |(?:and|of|&|–|-) ){1,8}(?=(?:This|No|Neither|Any|All) \p{Lu}?\p{Ll})/u;
/** Matches words of a heading that say that the text below it is not in force. */
const outOfForce =
  /\b(?:delet|draft|former|reject|propos|example|previous|old|supersed|repeal|reserv|withdrawn|sample)/i;

/**
 * The shorter form of a clause, or the clause itself if it has none of the forms. `isAsked` tells whether the rule has a
 * word, given in lower case: from a list of banned acts, the one that the rule has is kept. `text` begins after the number
 * of the clause.
 */
export function contractForm(text: string, isAsked: (word: string) => boolean): string {
  if (text.length > longest) return text;
  const title = heading.exec(text)?.[0] ?? '';
  const own = outOfForce.test(title) ? text : text.slice(title.length);
  const form = (isAsked('waiver') ? null : writtenChange(own)) ?? usualForm(own);
  if (form !== null) return form;
  const sided = withSides(own, isAsked);
  if (!ban.test(own)) return sided === own ? text : sided;
  const short = [...riders, ...extensions]
    .reduce((rest, pattern) => rest.replace(pattern, ' '), sided)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;])/g, '')
    .replace(neitherThing, (_, thing: string, modal: string) => `${thing} ${modal} not be`)
    .replace(things, '$1')
    .replace(ownRights, 'this agreement');
  const pick = (list: string): string => {
    const all = list.split(/,? (?:or|nor|and) (?:otherwise |any )?|, ?(?:otherwise |any )?/);
    const asked = all.filter((one) => isAsked(one.replace(/ of$/, '').toLowerCase()));
    return asked.length > 0 ? asked.join(' or ') : list;
  };
  const picked = short.replace(activeList, pick).replace(passiveList, pick);
  if (!/\bliab(?:le|ility)\b/i.test(picked)) return picked.trim();
  return liability
    .reduce((rest, [pattern, shorter]) => rest.replace(pattern, shorter), picked)
    .replace(kinds, (_, list: string) => `${pick(list)} `)
    .replace(/^neither/, 'Neither')
    .trim();
}

/** A clause with the names that a rule has for the two sides of a confidentiality agreement. */
function withSides(text: string, isAsked: (word: string) => boolean): string {
  const receiving = isAsked('receiving')
    ? text.replace(/\bRecipient(?: Party)?\b/g, 'Receiving Party')
    : text;
  return isAsked('disclosing') ? receiving.replace(/\bDiscloser\b/g, 'Disclosing Party') : receiving;
}

const changes =
  '(?:(?:all|any) )?(?:amendments?|changes?|modifications?)(?: (?:and|or) (?:amendments?|changes?|modifications?))?(?: (?:of|to) (?:the|this) (?:agreement|contract))?';
const amended =
  '(?:amended|changed|modified|varied)(?:(?: (?:and|or) |, )(?:amended|changed|modified|varied)){0,3}';
const writtenRule = `(?:${changes} (?:need|require|must have)s? (?:an? )?(?:written|signed written) (?:document|agreement|instrument|form)|${changes} (?:must|shall|may only|may) be (?:made |agreed )?(?:only )?in writing|(?:the|this) (?:agreement|contract) (?:may|must|shall|can) (?:only be ${amended}|be ${amended} only|not be ${amended} (?:except|unless|other than)) in writing)`;

/** Rules that ask for nothing but a usual clause. A rule with other words has no form, because its form would lose them. */
const wholeRules: readonly { pattern: RegExp; form: string }[] = [
  {
    pattern: new RegExp(
      `^${writtenRule},? (?:and )?(?:be )?signed by (?:both|the|all|all of the|both of the) parties[.;]?$`,
      'i',
    ),
    form: 'This agreement may be amended only in writing signed by both parties.',
  },
  {
    pattern: new RegExp(`^${writtenRule}[.;]?$`, 'i'),
    form: 'This agreement may be amended only in writing.',
  },
  {
    pattern:
      /^(?:this|the) (?:agreement|contract) (?:must|shall|should) (?:be|constitute|contain|form|represent) the (?:entire|whole|complete|full) (?:agreement|understanding|contract)(?: (?:between|of|among) the parties)?[.;]?$/i,
    form: entireAgreement,
  },
  {
    pattern:
      /^(?:(?:all|any) )?notices?(?: (?:under|given under|pursuant to) (?:this|the) (?:agreement|contract))? (?:must|shall) be (?:given |made )?in writing[.;]?$/i,
    form: writtenNotices,
  },
  {
    pattern: /^(?:a|any|all|every) waivers? (?:must|shall) be (?:made |given )?in writing[.;]?$/i,
    form: writtenWaivers,
  },
  {
    pattern: /^the parties (?:are|must be|shall be) independent contractors[.;]?$/i,
    form: independentContractors,
  },
  {
    pattern:
      /^if (?:a|any|one) (?:provision|clause|term) (?:is|becomes) (?:invalid|unenforceable|invalid or unenforceable|void), the (?:other|remaining) (?:provisions|clauses|terms) (?:must |shall )?(?:remain|stay|continue) (?:in force|in effect|in full force and effect|valid)[.;]?$/i,
    form: severability,
  },
  {
    pattern:
      /^(?:this|the) (?:agreement|contract) may be (?:executed|signed) in (?:several |multiple )?counterparts[.;]?$/i,
    form: counterparts,
  },
];

/** The form of a rule that asks for nothing but written amendments or a usual clause; null for other rules. */
export function ruleForm(rule: string): string | null {
  const text = rule.replace(/\s+/g, ' ').trim();
  return wholeRules.find(({ pattern }) => pattern.test(text))?.form ?? null;
}

function writtenChange(text: string): string | null {
  for (const pattern of [noChange, mustWrite, mayChange, partiesChange]) {
    const found = pattern.exec(text);
    const how = found?.groups?.how;
    if (!found || how === undefined || !amending.test(found[0].slice(0, -how.length))) continue;
    if (/\b(?:not|need|oral|orally|without)\b/i.test(how) || limiting.test(how)) continue;
    const signed = bothSign.test(how);
    if (!signed && /\b(?:signed|executed|subscribed|signature)\b/i.test(how)) return null;
    return `This agreement may be amended only in writing${signed ? ' signed by both parties' : ''}.`;
  }
  return null;
}

const amending = /\b(?:amend|modif|chang|alter|var(?:y|ied|iation)|supplement)/i;

/** The form of a usual clause; null if a sentence is none, or denies or limits it. */
function usualForm(text: string): string | null {
  for (const { pattern, form } of usual) {
    const found = pattern.exec(text);
    const rest = text.slice(found?.[0].length ?? 0);
    if (found && !limiting.test(rest) && !conditional.test(rest)) return form;
  }
  return null;
}

const limiting =
  /\b(?:except|unless|save|subject to|provided that|provided, however|other than|but not|only if|only to|only when|does not constitute)\b/i;
/** Matches words after a clause that say when it applies. */
const conditional = /^,? (?:if|when|where|while|until|only|upon request)\b/i;
