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
 persist persists persisted counts follow follows invoke invoked rely maintained upheld enacted introduced same equally likewise also even alike similarly too applicable come comes within meant decided resolved laid settled so accept adopt agree admit like observed complied comply observe observes rely relies relied granted`);

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
 outside crossed erased scrapped nullified history historical lost incorrect
 wrongly false untrue misreading mistake mistaken denied refusal unsuccessful failed saved
 relaxed relax relaxes relaxation eased lifted repeals wrong inaccurate mistakenly erroneous
 counter-example unused voids nullify nullifies set-aside shelved quashed overruled overturned ended different otherwise
 contrary struck spare spares spared excuse excuses excused outlived removed put-off away disappear disappears aside outlived invalidated yield yields`);

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
 becomes became now adjusted altered alter alters insert inserted increased reduced raised lowered updated`);

/** Phrases that count as one effect word. */
export const joinedPhrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:falls?|fell|fallen|falling) (?:away|outside)\b/g, 'lapsed'],
  [/\b(?:sets?|setting) aside\b/g, 'set-aside'],
  [/\b(?:is|are|was|were) (?:now )?spent\b/g, 'lapsed'],
  [/\bpass(?:es|ed)? over\b/g, 'disregarded'],
  [/\bused to (?:say|read|provide|state|apply|require)\b/g, 'former'],
  [/\b(?:such|that|this) is not the (?:position|case)\b/g, 'inapplicable'],
  [/\b(?:leaves?|left|leaving|carved?) out\b/g, 'omitted'],
  [
    /\b(?:voted|turned|struck|strike|strikes|put|takes?|taken|crossed|ruled) (?:down|out|off|back)(?: of (?:force|effect|use|operation|date))?\b/g,
    'removed',
  ],
  [/\b(?:do|does|done|doing) away with\b/g, 'abolished'],
  [/\b(?:decisive|speaks?|tells?|counts?|weighs?|militates?) against\b/g, 'excluded'],
  [
    /\b(?:takes?|took|taking) (?:cases|those|instances|situations|it|them)\b(?=[^.;]{0,120}\bout of\b)/g,
    'removed',
  ],
  [
    /\b(?:leaves?|left|leaving) (?:cases|those|instances|situations|it|them)\b(?=[^.;]{0,120}\bwithin\b)/g,
    'retained',
  ],
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
  /\b(?:nothing changes|no change\b(?! (?:of|to|in))|changes nothing|(?:without|with no) (?:any )?(?:exceptions?|exemptions?|limits?|limitations?|restrictions?|derogations?|reservations?)|(?:not|never|nor) (?:be )?(?:affected|limited|restricted|touched|impaired|prejudiced|depend(?:ent)?|conditional|contingent|subject to)|unconditional(?:ly)?|(?:is|are|being) (?:irrelevant|immaterial)|no matter|(?:nor|not) (?:does it )?matter|irrelevant|immaterial|of no (?:influence|importance|consequence|relevance|moment)|makes? no difference)\b/i;

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

/** Matches words of a line over text that probably is not agreed or not in force. */
export const unsettledHeading =
  /\b(?:wish ?lists?|wishes|asked for|proposals?|proposed|offers?|offered|competitors?|options?|alternatives?|faq|not part|not agreed|not adopted|rejected|struck|status|drafts?|minutes|samples?|examples?|templates?|superseded|former|obsolete|withdrawn|deleted|repealed)\b/i;

/** Matches words of a heading over text that need not be agreed, in force or the document's own. */
export const riskyHeading =
  /\b(?:wish\w*|ask\w*|requests?|requested|offer\w*|propos\w+|counter\w*|competitors?|options?|alternatives?|variants?|versions?|models?|templates?|old|faq|questions?|minutes|notes?|comments?|opinions?|positions?|redlines?|negotiat\w+|not|no|never|nothing|without|until|what|who|how|why|if|when|whether|we|you|our|your|they|my|struck|round|status|pending|tbd|summary|press|blog|quot\w+|extracts?|excerpts?|drafts?|examples?|samples?|hist\w+|former\w*|previous\w*|reject\w*|delet\w+|withdrawn|repealed|obsolete|recitals?|background|targets?|goals?|aims?|plans?|planned|future|outlook|archived?)\b|[’']s?\s|\b(?:19|20)\d\d\b/iu;

/** Words that headings of rules and contracts use and that say nothing about what is in force. */
export const usualHeading =
  /^(?:general|terms?|conditions?|obligations?|dut(?:y|ies)|requirements?|provisions?|services?|security|data|protection|privacy|confidentiality|payments?|prices?|fees?|delivery|liability|insurance|notices?|termination|warrant(?:y|ies)|support|maintenance|audits?|records?|personnel|employees?|premises|quality|safety|governance|compliance|miscellaneous|rules?|house|handbook|manual|procedures?|standards?|controls?|operations?|management|access|incidents?|retention|storage|reporting|training|property|staff|agreements?|contracts?|leases?|polic(?:y|ies)|suppliers?|customers?|parties|schedules?|annex|appendix|articles?|sections?|clauses?|parts?|chapters?|with)$/;

/** Matches words which can say that a text is not, no longer or not yet in force, or that it is somebody else's. */
export const doubtOfText =
  /\b(?:draft|sample|specimen|template|placeholder|mock|dummy|for training|exercise|fiction\w*|example|illustrat\w*|reject\w*|disagree\w*|refus\w*|declin\w*|objected|competitors?|former\w*|(?:previous|old|older|other|earlier|alternative)\s+(?:version|edition|terms|text|rules|draft|wording|agreement|policy)|outdated|obsolete|histor\w*|expired?|expires|lapsed?|ended|ends|void\w*|null|invalid\w*|delet\w*|remov\w*|struck|crossed|strike\w*|cancel\w*|revok\w*|repeal\w*|rescind\w*|withdr\w+|suspend\w*|suspension|supersed\w*|replac\w*|amend\w*|addendum|corrigend\w*|errat\w*|instead|enough|suffic\w*|no longer|never|optional\w*|voluntar\w*|recommend\w*|propos\w*|suggested|handwritten|waive\w*|exempt\w*|quot\w*|writes|wrote|letter\s+(?:from|of|to)|alleged\w*|claims?\s+that|claimed|wrong\w*|mistake\w*|false|fake|unsigned|unapproved|pending|dear|options?|variant|abolish\w*|annul\w*|omit\w*|disregard\w*|ignore\w*|except\w*|excluding|unless|only|but|however|although|until|till|formerly|applied|court|none of|foreign|(?:not|no)\s+(?:yet\s+|been\s+)?(?:appl\w+|agreed|adopted|accepted|approved|valid|binding|in\s+force|signed|part|ours|our|true|required|in\s+use|used|meant|intended|to))\b|\p{L}†|[†‡]/iu;

/** Matches words for a text, or for a part of one. */
export const textWords =
  /\b(?:terms?|rules?|text|document|draft|clauses?|cl\.?|sections?|articles?|paragraphs?|para\.?|points?|items?|provisions?|conditions?|version|sentences?|wording|list|page|above|below|following|foregoing|these|agreement|contract|policy|number|no\.)/iu;

/** Matches a sentence about the force of the whole text or of named parts of it. */
export const aboutWholeText =
  /\b(?:these|this|the|all|our|such|only)\s+(?:\p{L}+\s+){0,2}?(?:terms|rules|text|document|draft|clauses?|provisions|conditions|version|points?|list)\b[^.]{0,60}\b(?:(?:appl(?:y|ies)|valid|binding|in force)\b[^.]{0,30}\b(?:from|until|till|only|except|but|not|before|after|if|when|where)|applied|ended|expired?|void|invalid|superseded|replaced|withdrawn|cease\w*|lapse\w*)\b|\bappl(?:y|ies)\b[^.]{0,40}\b(?:only|except)\b/iu;

/** Matches words of a title that says something about the text under it: "What was different before the reform". */
export const speakingTitle =
  /\b(?:you|your|we|our|ours|what|would|could|might|had|used to|not|no|never|none|but|however|instead|rather|only|except|unless|different(?:ly)?|differs?|else|otherwise|before|until|since|later|yet|still|left|right|column|reads?|for information)\b/iu;

/** Matches words of a sentence about a text that can be somebody else's, or another one than it seems. */
export const speakingText =
  /\b(?:you|your|our|ours|we|us|would have|had\s+(?:\p{L}+\s+){0,3}?(?:picked|chosen|been|taken|signed|agreed)|used to|column|sheet|rival|for information|differs?|different|asked|bottom)\b/iu;

/** Matches a sentence that overrides the clauses before it. */
export const overridesText =
  /\b(?:whatever|anything|everything|all that)\b[^.]{0,30}\b(?:said|stated|written|set out|above|contrary)\b|\b(?:said|stated|written|anything) above\b|\b(?:free to|may|entitled to) (?:disregard|ignore|depart from|deviate from)\b/iu;

/** Matches a sentence about which of several texts counts, with the name of that text: "the special conditions prevail". */
export const prefersText =
  /\b(?<name>(?:\p{L}{2,30} (?:conditions|terms|rules|provisions|version))|(?:annex|schedule|appendix|addendum) \w{1,4})\b[^.,]{0,30}\b(?:prevails?|takes? (?:precedence|priority)|goes? first|wins)\b/iu;

/** Matches words of a stamp or a title on a whole text that is not in force. */
export const stampOfText =
  /\b(?:draft|sample|specimen|template|reject\w*|superseded|obsolete|outdated|(?:old|former|previous) (?:version|terms|text|rules|wording)|void|deleted|expired|fiction\w*|not (?:in force|applicable|valid|agreed|adopted))\b/i;
