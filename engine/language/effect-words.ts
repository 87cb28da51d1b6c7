const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Words which say that a text is in force. Each form of a word is listed, because "applied" and "applies" differ in
 * time.
 */
export const bindingWords = words(`
 apply applies applicable applying bind binds binding bound force stand stands stays stay remain remains remaining remained
 continue continues continued valid effective effect operative cover covers covered covering include includes included
 including inclusive extend extends extending embrace embraces adopted agreed approved accepted carried granted conceded
 retained kept ratified confirmed unaffected unchanged hold holds held
 required due owed unconditional correct true right current present today now active chosen selected unlimited indefinitely
 govern governs governed governing commenced begins started used utilised utilized signed final taken-up  exist exists existed
 met meet fulfilled fulfil satisfied honoured honored respected followed necessary needed mandatory enforced
 enforceable compulsory obeyed heeded abided confirmed granted effected launched begun activated
 persist persists persisted follow follows invoke invoked rely maintained upheld enacted introduced same equally likewise also even alike similarly too applicable come comes within meant decided resolved laid settled so accept adopt agree admit like observed complied comply observe observes rely relies relied granted`);

/** Words which say that a text is not in force, or no longer. */
export const endingWords = words(`
 deleted delete deletion deletes struck strike strikes stricken removed remove removes removal cancelled canceled cancel
 cancels cancellation repealed repeal repeals revoked revoke revokes rescinded rescind rescinds abrogated abrogate annulled
 annul void voided null withdrawn withdraw withdrew withdrawal suspended suspend suspends suspension terminated
 expired expire expires expiry lapsed lapse lapses ceased cease ceases ceasing abolished abolish discontinued
 disapplied disapply excluded exclude excludes excluding exclusion exclusive excepted exception except exempt exempts
 exempted exemption waived waive waives waiver released release releases relief dispensed dispense dispenses derogation
 deviation omitted omit omits dropped drop abandoned abandon refused refuse rejected reject rejects declined decline
 dismissed defeated disregarded disregard ignored ignore obsolete former formerly previous previously invalid ineffective
 unenforceable inoperative inapplicable deferred postponed pending optional unselected draft drafts proposed proposal
 counter-proposal rejection example illustration sample specimen hypothetical placeholder dead superseded outdated
 falls outside crossed erased scrapped nullified history historical lost incorrect
 wrongly false untrue misreading mistake mistaken denied refusal unsuccessful failed saved
 relaxed relax relaxes relaxation eased lifted repeals wrong inaccurate mistakenly erroneous
 counter-example unused voids nullify nullifies set-aside shelved quashed overruled overturned ended different otherwise
 contrary struck spare spares spared excuse excuses excused outlived removed put-off away disappear disappears aside outlived invalidated`);

/** Ending words that only describe a text: "the former clause". */
export const formerWords = words(`
 former formerly previous previously draft drafts proposed proposal optional obsolete history historical pending old`);

/** Ending words which say that a text only shows what a text can be. */
export const exampleWords = words(`
 example examples illustration sample specimen hypothetical placeholder counter-example`);

/** Words which say that a text now reads differently. */
export const changingWords = words(`
 replaced replace replaces replacing amended amend amends amendment varied vary varies changed change changes changing
 substitute substituted substitutes substitution superseded supersede supersedes revised revise revises revision
 instead lieu modified modify modifies corrected correct correction reset read reads rewritten restated new newer old
 becomes became now adjusted altered alter alters increased reduced raised lowered updated`);

/** Phrases that count as one effect word. */
export const joinedPhrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:falls?|fell|fallen|falling) (?:away|outside)\b/g, 'lapsed'],
  [/\b(?:sets?|setting) aside\b/g, 'set-aside'],
  [/\b(?:leaves?|left|leaving|carved?) out\b/g, 'omitted'],
  [
    /\b(?:voted|turned|struck|strike|strikes|put|takes?|taken|crossed|ruled) (?:down|out|off)(?: of (?:force|effect|use|operation|date))?\b/g,
    'removed',
  ],
  [/\b(?:do|does|done|doing) away with\b/g, 'abolished'],
  [/\b(?:out|short) of (?:force|effect|use|operation|date|application)\b/g, 'ineffective'],
  [/\bwithout (?:any )?(?:further )?(?:force|effect|application|success)\b/g, 'ineffective'],
  [/\b(?:force (?:or|and|nor) effect|effect (?:or|and|nor) force)\b/g, 'effect'],
  [/\bin (?:reserve|abeyance|suspense)\b/g, 'suspended'],
  [/\bno (?:further |such )?(?:application|majority|support|use)\b/g, 'inapplicable'],
  [/\b(?:null and void|null|void)\b/g, 'void'],
  [/\b(?:contrary|opposite|reverse) (?:is true|is the case|is so|is|applies|holds)\b/g, 'inapplicable'],
  [/\b(?:takes?|took|taken|taking) effect\b/g, 'effective'],
  [/\b(?:taken|took|take) up\b/g, 'adopted'],
  [/\b(?:is|are|be|become|becomes|forms?|form) (?:a )?part of\b/g, 'applies'],
  [/\bform part of\b/g, 'applies'],
  [
    /\b(?:this|that|the|such|said|any) (?:duty|obligation|requirement|rule|ban|right|provision|clause|sentence) (?:ends|ended|ceases|stops)\b/g,
    'lapsed',
  ],
  [/\bceas(?:e|es|ed|ing) to (?:be|have|apply|bind|exist)\b/g, 'ceased'],
  [
    /\b(?:released?|exempt|exempted|exemption|relieved?|relief|excused?|freed?|dispensed?|dispensation|spared) from (?:compliance with|observing|complying with|following|observance of|applying|the application of|the requirements? of|obligations? under)\b/g,
    'exempt',
  ],
  [/\b(?:lost|loses?|losing) (?:its|their|all|any) (?:force|effect|validity)\b/g, 'lapsed'],
  [
    /\bno (?:further )?(?:step|act|action|decision|option|choice|notice|consent|approval|measure|condition)s? (?:\p{L}+ ){0,4}?(?:for|before|so that|to)\b/gu,
    '',
  ],
  [/\bnot (?:an? )?(?:condition|requirement|prerequisite|precondition) (?:for|of|to)\b/g, ''],
  [
    /\b(?:exceptions?|exemptions?|provisos?|derogations?|waivers?|restrictions?|deviations?) (?:that|whereby|to the effect that|under which|according to which)\b/g,
    'that',
  ],
  [/\bas follows\b/g, ''],
  [/\bwith (?:immediate )?effect (?:from|as of|on|at)\b/g, ''],
  [
    /\b(?:keeps?|prevents?|stops?|hinders?|bars?|precludes?|stands? in the way of)\b(?=[^.;]{0,80}\b(?:from|applying)\b)/g,
    'excluded',
  ],
];

/** Words that deny the effect word after them. */
export const denials = /^(?:not|no|never|nor|neither|nothing|nobody|none|cannot|nowhere)$/;

/** Phrases which say that something has no influence on a text, so the text stays in force. */
export const irrelevance =
  /\b(?:nothing changes|no change\b(?! (?:of|to|in))|changes nothing|without (?:any )?(?:exceptions?|exemptions?|limits?|limitations?|restrictions?|derogations?|reservations?)|(?:not|never|nor) (?:be )?(?:affected|limited|restricted|touched|impaired|prejudiced|depend(?:ent)?|conditional|contingent|subject to)|unconditional(?:ly)?|(?:is|are|being) (?:irrelevant|immaterial)|no matter|(?:nor|not) (?:does it )?matter|irrelevant|immaterial|of no (?:influence|importance|consequence|relevance|moment)|makes? no difference)\b/i;

/** Matches words which say that something takes effect only later or on a condition. */
export const conditional =
  /\b(?:only (?:if|when|once|after|where|from|upon|on)|(?<!at )once|as soon as|provided|on condition|pending|depends?|dependent|conditional|contingent|awaiting|awaits?|not yet|yet to|still to)\b/i;
/** Matches words which say that such a condition has not been met. */
export const unmet =
  /\b(?:(?:has|have|had|is|was|are|were|did|does) (?:so far |as yet |been )?(?:not|never)|not yet|still (?:to be|missing|open|outstanding|pending)|yet to|to be (?:agreed|fixed|decided|determined|set|named)|has (?:been )?(?:refused|denied|rejected|withheld)|(?:was|were) (?:refused|denied|rejected)|nobody has|no \w+ has|is (?:missing|outstanding|lacking|open))\b/i;

/** Matches words which say that the text after them replaces another text. */
export const replacingWords =
  /\b(?:replac\w+|substitut\w+|in (?:the )?place of|takes? its place|in lieu of|instead of|amend\w*|revis\w+|restat\w+|var(?:y|ied)|modif\w+|new (?:text|wording|version)|(?:now|henceforth|hereafter|from now on) (?:reads?|says?|provides?)|shall (?:henceforth |hereafter |now |from now on )?read|(?:be|is) (?:to be )?read|reads? as follows|to read|reword\w*|redraft\w*|rewritten|in its stead|in their stead|supersed\w+|gives? way|prevails? over)\b/i;
/** Matches words which say that such a text is not, or not yet, in force. */
export const notAdopted =
  /\b(?:not|no|never|reject\w*|refus\w*|declin\w*|propos\w*|drafts?|suggest\w*|motion|request\w*|would|could|should|may|example|if|unless|once|when|where|until|formerly|previously|was to|intend\w*|plan\w*|consider\w*|discuss\w*)\b/i;
