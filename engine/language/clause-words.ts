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
  /\b(?:including|inclusive|included|irrespective|regardless|whether or not|no matter|not matter|nothing changes|no exemption|being the same|even|also|equally|all the more|in particular|same holds|covers|without prejudice|no different|likewise|no exception|without exception|no difference|not (?:excepted|excluded|exempt)|(?:falling|coming|being|lying) within|extends? to|same (?:is true|applies|goes)|governed|covered|notwithstanding that|notwithstanding the fact)\b/;
/** Matches words of a part of a sentence that narrows what the sentence says. */
export const narrowingWords =
  /\b(?:except|excepted|exception|save|unless|other than|excluding|exclusive|excluded|exempt|but not|but never|not however|leaves out|outside|not true|exemption|barring|apart from|does not|not including|provided|subject to|notwithstanding|only|so long as|as long as|condition)\b/;

/** Matches words that grant no exception: "with no exception even where", "notwithstanding that". */
export const grantsNothing =
  /\b(?:(?:(?:subject to |with )?no|without(?: any)?) (?:sole )?(?:exceptions?|exemptions?)(?: (?:is made|even))?|no difference(?: is| being)?(?: made)?|not (?:excepted|excluded|exempt|exempted)|(?:does|do) not matter|nothing changes|being the same|notwithstanding (?=that|the fact))/;

/** A condition that depends only on the choice of the actor: "if it so chooses". */
export const ownChoice =
  /^(?:if|where|when) (?:it|he|she|they) (?:so )?(?:wish|wishes|choose|chooses|desires?)\b/;

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
  /\b(?:where|if|when|whenever|unless|cases? in which|cases|situations in which|instances|on the grounds? that|in (?:the|that) event)\b/i;

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

/** Matches a note which says that words of the file are kept from the public. */
export const redacting =
  /\b(?:omitted|redacted)\b[^.;]{0,120}\b(?:filed separately|confidential treatment|securities and exchange commission)\b|\bconfidential treatment\b[^.;]{0,60}\b(?:requested|granted|sought)\b|\bmarked\b[^.;]{0,120}\b(?:omitted|redacted)\b/i;

/** Matches a sentence about a contract as a whole: whether it outlasts an invalid provision, and how it is amended. */
export const aboutContract =
  /\b(?:any|each|no|one)(?: or more)?(?: of the)? (?:provisions?|terms?|parts?|portions?)\b[^.;]{0,200}\b(?:invalid|unenforceab|severab|illegal)|\b(?:invalidity|unenforceability|illegality)\b[^.;]{0,40}\bof any\b|^\W{0,10}(?:\d[\d.]{0,8} )?no (?:amendment|modification|waiver|change|alteration)s?\b[^.;]{0,200}\b(?:in writing|written)\b/i;

/**
 * A sentence without references to its whole document, and without an opening such as "Except as provided in this
 * Agreement,": almost every sentence of a contract has such words, and they point at no sentence before it.
 */
export function withoutOwnDocument(text: string): string {
  return text
    .replace(
      /^\W{0,10}(?:\(?\w{1,3}[.)] ?)?(?:except|unless) (?:as )?(?:may be )?(?:otherwise )?(?:expressly |specifically )?(?:provided|set forth|permitted|required|stated|specified|agreed)[^,]{0,80},/i,
      '',
    )
    .replace(
      /\b(?:this|the present|said) (?:\p{L}{1,30} )?(?:agreement|contract|lease|exhibit|schedule|annex|appendix|document)\b/giu,
      'the document',
    );
}

/**
 * Matches a pronoun for something that was said before: "this can wait", "as said above", "a cleaning firm does it",
 * "here the break comes later".
 */
export const refersBack =
  /(?:^\W*(?:\p{L}+\s){0,2}|[,;:]\s|\b(?:that|and|but|or|as|because|since|if|when|while)\s)(?:this|that|these|those)\s(?:can|could|may|might|must|shall|should|will|would|is|are|was|were|has|have|had|does|did|needs?|appl(?:y|ies)|no|not|never|only|ceases?|ends?|stops?|lapses?|changes?)\b|\bthis\s(?:can|could|may|might|must|shall|should|will|would|is|was|has|had|does|did|needs?|applies)\b|\b(?:the|all|any|none)\s(?:of\sthe\s)?(?:(?:terms|rules|provisions|duties|obligations|conditions)\s)?(?:above|foregoing)\b(?!-)|\b(?:do|does|did|doing|done)\s(?:so|it|this|that)\b|\b(?:previous|preceding|last|first|second|third|upper)\s(?:lines?|sentences?|paragraphs?|items?|points?|rules?|words?)\b|\b(?:lines?|sentences?|paragraphs?)\s(?:\d|one\b|two\b|above)|^\W*(?:here|there|then|instead|so)\b|\bso\s(?:reads?|says?|runs?|goes)\b|^\W*strike\b/iu;
/** Matches words of a line that says where the text after it comes from or what it is for. */
export const presenting =
  /\b(?:quot(?:e[sd]?|ation|ing)|excerpts?|extracts?|translat\w+|exercises?|fill in|case stud(?:y|ies)|argues?|argued|claimants?|claims that|critics?|suggest\w*|told us|supposedly|allegedly|not (?:yet )?(?:been )?(?:signed|adopted|agreed|approved)|only if)\b/i;
/** Matches words with which a sentence about the same things says that something else holds for some of them. */
export const differing =
  /\b(?:own|separate(?:ly)?|different(?:ly)?|other|others|longer|shorter|higher|lower|special|instead|except\w*|exempt\w*|only|not|no|none|never|without|until|unless|although|however|just|suffices?|enough)\b/i;

/** The source of a pattern that matches the words between a noun for a duty and the number of its clause: "the duty in 4". */
export const ofNumber = String.raw`\b(?:dut(?:y|ies)|rules?|obligations?|terms?|periods?|limits?|provisions?|requirements?|what)\s(?:is said\s|stands\s)?(?:in|of|under|from)\s`;
