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
 contrary struck spare spares spared excuse excuses excused outlived removed put-off away disappear disappears aside outlived invalidated`);

/** Words which say that a text now reads differently. */
export const changingWords = words(`
 replaced replace replaces replacing amended amend amends amendment varied vary varies changed change changes changing
 substitute substituted substitutes substitution superseded supersede supersedes revised revise revises revision
 instead lieu modified modify modifies corrected correct correction reset read reads rewritten restated new newer old
 becomes became now adjusted altered alter alters increased reduced raised lowered updated`);

/** Words that deny the effect word after them. */
export const denials = /^(?:not|no|never|nor|neither|nothing|nobody|none|cannot|nowhere)$/;

/** Words that deny a whole sentence if they begin it. */
export const denyingSubject = /^(?:nobody|nothing|none|no)$/;

/** Phrases which say that something has no influence on a text, so the text stays in force. */
export const irrelevance =
  /\b(?:nothing changes|no change\b(?! (?:of|to|in))|changes nothing|without (?:any )?(?:exceptions?|exemptions?|limits?|limitations?|restrictions?|derogations?|reservations?)|(?:not|never|nor) (?:be )?(?:affected|limited|restricted|touched|impaired|prejudiced|depend(?:ent)?|conditional|contingent|subject to)|unconditional(?:ly)?|(?:is|are|being) (?:irrelevant|immaterial)|no matter|(?:nor|not) (?:does it )?matter|irrelevant|immaterial|of no (?:influence|importance|consequence|relevance|moment)|makes? no difference)\b/i;

/** Matches words which say that something takes effect only later or on a condition. */
export const conditional =
  /\b(?:only (?:if|when|once|after|where|from|upon|on)|(?<!at )once|as soon as|provided|on condition|pending|depends?|dependent|conditional|contingent|awaiting|awaits?|not yet|yet to|still to)\b/i;
/** Matches words which say that such a condition has not been met. */
export const unmet =
  /\b(?:(?:has|have|had|is|was|are|were|did|does) (?:so far |as yet |been )?(?:not|never)|not yet|still (?:to be|missing|open|outstanding|pending)|yet to be|to be (?:agreed|fixed|decided|determined|set|named)|has (?:been )?(?:refused|denied|rejected|withheld)|(?:was|were) (?:refused|denied|rejected)|nobody has|no \w+ has|is (?:missing|outstanding|lacking|open))\b/i;

/** Matches words which say that the text after them replaces another text. */
export const replacingWords =
  /\b(?:replac\w+|substitut\w+|in (?:the )?place of|takes? its place|in lieu of|instead of|amend\w*|revised|restated|new (?:text|wording|version)|now (?:reads?|says?|provides?)|reads? as follows|supersed\w+|gives? way|prevails? over)\b/i;
/** Matches words which say that such a text is not, or not yet, in force. */
export const notAdopted =
  /\b(?:not|no|never|reject\w*|refus\w*|declin\w*|propos\w*|drafts?|suggest\w*|motion|request\w*|would|could|should|may|example|if|unless|once|when|where|until|formerly|previously|was to|intend\w*|plan\w*|consider\w*|discuss\w*)\b/i;
