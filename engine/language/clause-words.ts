/*
 * Patterns for words that refer to clauses and sentences, and for words that begin a case or an exception. They are
 * patterns because most of these expressions are phrases.
 */

/** Nouns that can be in front of the number of a clause, as the source of a regular expression. */
export const clauseNouns =
  '(?:sub-?)?(?:clause|section|article|paragraph|para|item|point|minute|rule|requirement|control|provision|resolution|entry|number|no|chapter|part|measure|duty|term|condition|sentence|statement|decision|regulation|schedule|annex|appendix|exhibit)s?\\.?';

/**
 * Whether a text leads directly to the clause number after it, so that its sentence is about the clause: "the provisions
 * of". Every part of such a text is a word of this list, a number, a quotation or a date.
 */
export function leadsToClause(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    leadingPart.lastIndex = at;
    const length = leadingPart.exec(text)?.[0].length ?? 0;
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/**
 * Matches one part at a position. A single pattern that repeats these parts takes exponential time, since it can divide
 * a number into parts in many ways.
 */
const leadingPart =
  /(?:the|any|no|all|for|with|in|of|to|as|by|on|from|this|it|has|been|was|is|are|agreed|decided|resolved|hereby|therefore|accordingly|further|also|new|text|texts|wording|provisions?|version|application|scope|effect|entry|into|force|contents?|terms?|meaning|purposes?|regards?|regard|respect|respecting|concerning|regarding|requirements?|duty|duties|limit|figure|value|period|amount|what|whatever|within|under|nobody|readers?|those|concerned|correction|amendment|change|changes|revision|revised|confirmation|derogations?|waivers?|relief|exemptions?|exceptions?|deviations?|line|notwithstanding|despite|instead|lieu|place|stated|given|words?|strike|struck|out|delete|deleted|remove|removed|cancel|cancelled|repeal|suspend|following|disapplied|applicable|not|only|old|former|option|reader|number|numbers|compliance|observance|adherence|performance|operation|validity|obligations?|outside|beyond|subject|effective|reference|references|parties|agree|both|sides)\b[\s,:"“”'’–—-]*|\d[\w.()]*[\s,]*|["“”][^"“”]*["“”][\s,]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*[\s,]*/iy;

/** Matches words before a clause number that only refer to the clause: "in accordance with clause 7.2". */
export const passing =
  /\b(?:in accordance with|according to|pursuant to|as per|in line with|in compliance with|for the purposes? of|by virtue of|together with|see(?: also)?|(?:required|provided(?: for)?|set out|defined|described|stated|given|specified|named|mentioned|referred to|laid down|agreed|listed|permitted|due|payable|made|done|kept|paid|under)(?: (?:by|in|under))?)\s+(?:the\s+)?$/i;
/** Matches words whose object is the clause after them, such as "delete" and "released from". */
export const takesClause =
  /\b(?:strike out|struck out|delete|deleted|cancel|cancelled|repeal|repealed|suspend|suspended|disapplied|remove|removed|exception of|exception for|except|excluding|excludes?|application of|deletion of|suspension of|released from|relief from|release from|derogat\w+ (?:is made )?from|derogations? (?:is |are )?(?:made )?from|exempt(?:ed)? from|bound by|rely on|comply with|compliance with|notwithstanding|despite|instead of|in lieu of|in place of|change of|amendment (?:of|to)|correction to|come within|comes within|within|for|to|observe|observed|apply|applies|option has to be chosen for|entry into force of|effect of|reader of|(?:scope|ambit|reach|range|operation|force|validity|observance|performance|waiver|removal|requirements?|obligations?|dut(?:y|ies)) (?:of|from|under|in|with)|outside|beyond|beyond the reach of|set aside|invoke|enforce|waive|waived|revoke|revoked|exemptions? (?:from|to)|departures? from|departing from|meet|met|fulfil|satisfy|obey|follow|respect|honou?r)\s+(?:the\s+)?$/i;

/** Beginnings of the parts of a sentence that widen, limit or condition the rest: lower-case words, longest first. */
export const caseOpenings = `
with the exception of/without prejudice to/so long as/as long as/to the extent/on condition that/on the condition that/
in the event that/in the event of/in case of/in cases/in those cases/in all cases/cases in which/cases where/except/save/unless/
other than/excluding/exclusive of/including/inclusive of/provided that/provided however/provided/irrespective/regardless/
whether or not/no matter/even if/even where/even when/even should/even though/also where/also if/also in/also when/and equally where/
equally where/all the more/but not/but never/not however/subject to/notwithstanding/apart from/barring/
only if/only where/only when/only in cases/not where/not if/always excepting/if/where/when/this covers/this leaves out/this does not/the same holds/this applies/this also/in particular where`
  .replace(/\n/g, '')
  .split('/')
  .map((phrase) => phrase.split(' '))
  .sort((one, other) => other.length - one.length);

/** Matches words of a part of a sentence that widens what the sentence says. */
export const wideningWords =
  /\b(?:including|inclusive|included|irrespective|regardless|whether or not|no matter|even|also|equally|all the more|in particular|same holds|covers|without prejudice|no different|likewise|no exception|without exception|no difference|not (?:excepted|excluded|exempt)|(?:falling|coming|being|lying) within|extends? to|same (?:is true|applies|goes)|governed|covered|notwithstanding that|notwithstanding the fact)\b/;
/** Matches words of a part of a sentence that narrows what the sentence says. */
export const narrowingWords =
  /\b(?:except|excepted|exception|save|unless|other than|excluding|exclusive|excluded|exempt|but not|but never|not however|leaves out|outside|not true|exemption|barring|apart from|does not|not including|provided|subject to|notwithstanding|only|so long as|as long as|condition)\b/;

/** A condition that depends only on the choice of the actor: "if it so chooses". */
export const ownChoice = /^if (?:it|he|she|they) (?:so )?(?:wish|wishes|choose|chooses|desires?)\b/;

export const pointing =
  /\b(?:this|these|those|foregoing|above|preceding|aforesaid|such|said|same|opposite|former|latter|thereof|hereof)\b/i;
export const opensPronoun = /^\W*(?:\(?\w{1,3}[.)]\s*)?(?:\w+\s+)?(?:it|its|that|they|so|otherwise)\b/i;
export const opensPointing =
  /^\W*(?:\(?\w{1,3}[.)]\s*)?(?:however|nor|excepted|except|left out|included|excluded|equally|likewise|exempt|outside|not so|of no|cases|situations|instances|the only|there is|should|an exception|as an|if|where|when|unless|in the event|subject to|notwithstanding|only)\b/i;
export const aboutText =
  /\b(?:sentence|text|wording|clause|provision|version|draft|proposal|motion|suggestion|request|paragraph|edition|example|rule|following)\b/i;
/**
 * Matches subjects that begin with a word such as "this" but do not refer to another sentence: "this agreement shall
 * …".
 */
export const ownSubject =
  /^\W*(?:\(?\w{1,3}[.)]\s*)?(?:this|these|the present|such|its|their)\s+(?:agreements?|contracts?|documents?|polic(?:y|ies)|leases?|reports?|standards?|minutes|plans?|part(?:y|ies)|sections?|chapters?)\b/i;
export const casual =
  /\b(?:where|if|when|whenever|unless|cases? in which|cases|situations in which|instances)\b/i;

/** Matches words that compare what they say with what was said before: "otherwise", "only", "different". */
export const comparing =
  /\b(?:other(?:wise)?|else|only|but|however|though|although|yet|rather|instead|even|still|free|different(?:ly)?|same|like(?:wise)?|alike|equal(?:ly)?|similar(?:ly)?|without|merely|just|less|fewer|save|apart|here|there)\b/i;

/** Matches words that deny, such as "not" and "none". */
export const denial = /\b(?:not|no|never|nor|none|nothing|nobody)\b/i;

/** Words in the introduction of a sentence that may mean that the sentence is not, or no longer, in force. */
export const doubtful =
  /\b(?:used to|until|till|old|earlier|former(?:ly)?|previous(?:ly)?|past|was|were|had|been|proposed|motion|draft|suggest\w*|would|could|example|if|whether|where|when|not|no|never|but|yet|since|chang\w+|abolish\w*|trial|year|years|20\d\d|19\d\d)\b/i;

/** Nouns for a value that is stated in a schedule or another clause: "the period set out in Schedule 2". */
export const valueNouns =
  'period|time|limit|deadline|term|amount|figure|value|number|interval|frequency|one|rate|level|percentage|sum|threshold|duration|length|quantity|size|count|total|minimum|maximum|share|price|fee|cover|temperature';
/** Matches what can follow the name of that schedule or clause: "(as) Schedule 2 states for this purpose". */
export const behindPlace =
  /^ (?:(?:shows|sets out|states|gives|names|specifies|lists|lays down|provides|fixes|indicates|contains|requires|says|prescribes|determines|sets)\b)?(?: ?(?:for (?:this|that|the) (?:purpose|case|matter|duty)|in this respect|therefor))?/u;
/** Matches the beginning or the middle of a sentence that names a risk or a possibility and does not state a fact. */
export const unasserted =
  /^\W*(?:\(?\w{1,4}[.)]\s*)?(?:(?:the|our|its|their|any|an?)\s+)?(?:inability|possibility|risks?|uncertaint(?:y|ies)|likelihood|prospect|threats?)\b|\b(?:no|not? (?:any )?)\s*(?:assurance|guarantee|certainty)\s+that\b|\b(?:risk|possibility|chance)s? that\b/i;
/** Matches the lead-in of a list of risks. */
export const listsRisks = /\b(?:risks?|uncertainties|threats|hazards|factors)\b[^.]*$/i;
/**
 * Matches the beginning of a list item that only continues the sentence of its lead-in: "that (a) is required by law".
 */
export const continuesLeadIn =
  /^\W*(?:\(?\w{1,4}[.)]\s*)?(?:is|are|was|were|has|have|had|becomes?|became)\b/i;

/**
 * Matches words that can make a goal, a choice or a habit of a duty, wherever they are in its sentence: "as a target",
 * "at its discretion". "As soon as possible" does not weaken a duty.
 */
export const weakening =
  /\b(?:targets?|goals?|aims?|objectives?|ambitions?|aspirations?|discretion|sees? fit|permitting|ideally|hopefully|preferably|normally|usually|generally|typically|in principle|as a rule|(?:do|does|doing) (?:its|their|his|her|what) (?:best|it can|they can)|(?:best|reasonable|every|all reasonable) (?:efforts?|endeavou?rs?)|in a position to|steps to|(?:keep|bear) in mind|if (?:it|they|he|she) (?:can|could|so wish(?:es)?|wish(?:es)?|(?:is|are) able)|(?:so|as) far as|(?<!soon as (?:reasonably )?)(?:possible|practicable|feasible)|recommendations?|suggestions?|guidance|optional(?:ly)?|best practice|wish ?list)\b/i;
