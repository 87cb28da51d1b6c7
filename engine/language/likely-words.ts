/* Patterns of words from which the probable meaning of a clause is estimated, if its form is not known. */

/** Matches words that deny, or say that something did not happen. */
export const denying =
  /^(?:not|no|nor|never|neither|none|nobody|nothing|without|cannot|un\p{L}+able|hardly|den(?:y|ies|ied)|refus(?:e[sd]?|ing)|reject(?:s|ed)?|fail(?:s|ed)?|lost|withheld|lacks?|lacking|declined?)$/u;
/** Matches words that forbid an act. */
export const forbidding = /^(?:excluded|precluded|prevented|impossible|inadmissible|forbidden|banned|ban)$/;
/** Matches words that make a duty weaker. */
export const hedging =
  /^(?:would|could|might|should|normally|usually|generally|preferably|ideally|appreciated|welcomed?|hopes?|wish(?:es)?|aims?|seeks?|tries|try|strives?|endeavou?rs?|efforts?|possible|practicable|perhaps|were)$/;
/** Matches subjects that name no party. */
export const namelessSubject = /^(?:it|they|he|she|nobody|none)$/;
/** Matches verbs with so many meanings that a sentence with one of them may deny something else than the rule's act. */
export const weakVerb =
  /^(?:mak|made|appl|us(?:e|ed|es|ing)$|disclos|releas|giv|gave|tak|took|ha[sv]|had|hold|held|put|set|provid|shar)/;
/** Matches words which say that what follows are the words of another party. */
export const reported =
  /\b(?:told|tells|said|says|claim(?:s|ed)|wrote|writes|stated|reported|argued|asserted|press|newspaper|letter|another|other|elsewhere|competitor|third|unconnected|unrelated|asked|wanted|quot\w+)\b/i;
/** Matches words which say that a statement is wrong, or that only somebody claims it. */
export const disputed =
  /\b(?:wrongly|falsely|mistakenly|incorrectly|erroneously|claimed|alleged(?:ly)?|rumou?red|supposedly)\b/i;
/** Matches a sentence that reports what somebody proposed, unless it also says that the proposal was adopted. */
export const proposedOnly =
  /\b(?:proposed|suggested|requested|demanded|asked|wished|moved|argued) that\b|\b(?:motion|proposal|request|demand|suggestion|application|recommendation|wish|offer|bid|amendment)s? (?:\p{L}+ ){0,3}?(?:that|to|for|under which)\b(?!.{0,200}\b(?:accepted|adopted|approved|agreed|carried|granted|passed|endorsed|ratified|upheld)\b)|\b(?:motion|proposal|request|demand|suggestion|application|recommendation|offer|bid|amendment)s?\b.{0,200}\b(?:not|never|nor|neither|reject\w*|defeat\w*|declin\w*|refus\w*|lost|withdrawn|turned down|voted down|deferred|postponed|adjourned|tabled|fail\w*|dismiss\w*|fell|overruled)\b/isu;
/** Matches words which say that it is wrong not to act, or that nobody can stop an act. */
export const deniesDenial =
  /\bbreach of (?:duty|contract|obligation)\b|\b(?:nobody|no one|no party|nothing|no \p{Ll}+) (?:(?:may|can|shall|will) )?(?:prevents?|stops?|hinders?|keeps?|bars?|precludes?)\b/iu;
/** Matches words which say that something is so now. */
export const presentTime =
  /\b(?:still|today|now|current(?:ly)?|presently|at present|continues?|to this day|remains?)\b/i;
