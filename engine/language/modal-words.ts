/**
 * What a word or phrase does to the duty that follows it:
 * - `must` obliges, `may` permits, `ban` forbids, `advise` recommends.
 * - `refrain` denies the act, `release` denies the obligation, `deny` negates.
 * - `hope` names a goal, a plan or a possibility.
 */
export type ModalKind = 'must' | 'may' | 'ban' | 'refrain' | 'release' | 'advise' | 'hope' | 'deny';

/** A phrase of lower-case words. `plain`: a "not" after the modal negates the act, as in "shall not". */
export type ModalPhrase = { words: readonly string[]; kind: ModalKind; plain: boolean };

const phrases = (kind: ModalKind, list: string, plain = false): ModalPhrase[] =>
  list
    .split(',')
    .map((phrase) => ({ words: phrase.trim().split(/\s+/), kind, plain }))
    .filter(({ words }) => words[0] !== '');

/** The modal phrases of English, longest first. */
export const modalPhrases: readonly ModalPhrase[] = [
  ...phrases('must', 'shall, must, will', true),
  ...phrases(
    'must',
    `has to, have to, had to, having to, required, requires, require, requirement, requirements, obliged, obligated,
    obliges, obligation, obligations, bound, duty, duties, burden, onus, mandated, remit, undertakes, undertake, undertaking, undertook, agrees, agree,
    agreed to, covenants, covenant, commits, commit, committed, commitment, responsible, responsibility, mandatory,
    compulsory, obligatory, incumbent, needs to, need to, need, charged with, tasked with, task, tasks, accountable,
    promises, promise, promised, pledges, pledge, guarantees, warrants, ensures, ensure, sees to it, see to it,
    makes sure, make sure, it is for, is to, are to, be to, liable to, owes it, falls to, job, answerable, instructed to,
    called upon to, expected of, takes it upon, take it upon, make certain, makes certain, see to, sees to, entrusted with, assigned to, vows, vow, tied to, imperative for, under instructions to, held to, gives its word, give their word,
    in charge of, is the one to, engages to, has it to`,
  ),
  ...phrases('may', 'may, can', true),
  ...phrases(
    'may',
    `entitled, entitlement, permitted, permits, permit, permission, allowed, allows, allow, authorised, authorized,
    free to, at liberty, liberty, right, rights, option, options, open to, empowered, licensed, licence to, discretion,
    at its discretion, at its option, at its pleasure, at will, see fit, sees fit, sees reason, it likes, so chooses,
    so wishes, so desires, own choice, leave to, possible for, up to, authority to, nothing prevents, nothing precludes, nothing stops, nothing bars,
    nothing hinders, choose to, chooses to, may choose, it so wishes, power to`,
  ),
  ...phrases(
    'ban',
    `prohibited, forbidden, prohibits, forbids, prohibit, forbid, banned, ban, barred, precluded, debarred, disallowed, lacks the right, lack the right, lacks authority, lacks the authority,
    prohibition, ruled out, rule out, off limits, unlawful, impermissible, inadmissible`,
  ),
  ...phrases(
    'refrain',
    `refrain, refrains, refrained, refraining, abstain, abstains, abstained, abstaining, avoid, avoids, avoiding,
    desist, desists, forgo, forgoes, forbear, stopped short of, stops short of, declined, declines, decline, refused,
    refuses, refuse, failed, fails, fail, failing, omit, omits, omitted, omitting, forget, forgets, forgetting,
    has yet to, have yet to, had yet to, is yet to, are yet to, keep from, keeps from, dispense with, dispenses with, dispensing with, neglect, neglects, neglecting, neglected, decided against, resolved against, voted against, unable`,
  ),
  ...phrases(
    'release',
    `released, releases, denied to, exempt, exempts, exempted, relieve, relieves, relieved, absolve, absolves, excuses, frees, spares, excused, dispensed, free from, free of, freed, absolved, excluded, waived,
    alone to decide, left to, without obligation, without any obligation, without being obliged, without being bound, without commitment, optional, voluntary, voluntarily`,
  ),
  ...phrases(
    'advise',
    `should, ought, recommended, recommends, recommendation, encouraged, encourages, urged, urges, exhorted, implored, counselled, advised, advisable, invited,
    asked to, asked not to, requested to, endeavour, endeavours, endeavor, endeavors, efforts, effort, try to, tries to, trying to, tried to,
    attempt, attempts, seek to, seeks to, strive, strives, strove, preferable, preferably, ideally, good practice, best practice,
    do well, if possible, where practicable, practicable, where possible, convenient, appreciated, normally, as a rule,
    usually, generally, suggests, considers`,
  ),
  ...phrases(
    'hope',
    `aim, aims, aimed, aiming, hope, hopes, hoped, hoping, hopefully, intend, intends, intended, intention, intentions,
    plan, plans, planned, planning, might, could, would, aspire, aspires, aspiration, goal, goals, ambition, ambitions,
    expects, expect, expected to, expectation, envisaged, envisages, envisage, exploring, explores, desirable, wish,
    wishes, working towards, works towards, towards, perhaps, possibly, eventually, one day, some day, due course,
    later date, later time, later period, in future, discuss, discussed, discusses, discussion, considering, considered,
    consider, talk about, talks about, proposal, proposed, proposes, suggested, suggestion, preparing, prepares,
    looking for, looking into, looks into, looks forward, tools, help, helps, helped, likely, probable, contemplates,
    vision, target, targets, objective, meant to, steps towards, first steps, project, enable, able, capable, capability,
    whether, dreams, desires, desire, would like, means to, means not to, mean to, meant not to, has asked, have asked, motion, yet be, used to, no longer, formerly, thinking, thinks, contemplating,
    trusts, believes, anticipates, foresees, will consider, open question, under discussion, to be decided`,
  ),
  ...phrases('deny', 'not, never, no, nor, neither, nothing, nobody, none, cannot, nowhere, hardly, no one'),
].sort((one, other) => other.words.length - one.words.length);

/** Matches words that turn a denial before them into a comparison or an extension: "no later than", "not even". */
export const comparingWords =
  /^(?:(?:(?:event|case|instance|circumstances|time) )?(?:later|earlier|sooner|less|more|fewer|longer|shorter|greater|lower|higher|larger|smaller|further|other)(?: (?:often|frequently))?(?: (?:an? )?(?:time|period|amount|sum|number|term))? than|before|after|until|till|exceed|exceeding|above|below|only|different|matter|over|under(?! (?:any|an?|the)(?: \w+)? (?:dut(?:y|ies)|obligations?|commitments?|compulsion|requirements?|instructions?)\b)|even)\b/;

/**
 * Matches nouns that are modal if an act (a verb) follows ("the right to inspect", "a ban on smoking"), but not
 * otherwise ("access rights", "a plan").
 */
export const modalNouns =
  /^(?:rights?|plans?|targets?|goals?|projects?|tools?|help|options?|tasks?|jobs?|permissions?|permits?|motions?|proposals?|vision|objectives?|efforts?|bans?|dut(?:y|ies)|requirements?|obligations?|commitments?|promises?|guarantees?|power|licen[cs]e|discretion|recommendations?|intentions?|wish(?:es)?|requests?|responsibilit(?:y|ies)|attempts?|agree|burden|onus|remit)$/;

/** Matches verbs that mean an act only together with a noun: "give notice", "make a payment". */
export const lightVerb =
  /^(?:give|gives|given|giving|make|makes|made|making|carr(?:y|ied|ies|ying)|have|has|do|does|done|take|takes|taken|send|sent|sends|sending|keep|kept|provide|provided|obtain|perform|performed|conduct|conducted|complete|completed|undergo|subject|subjected|ensure|ensured|effect|effected|put|get|got|hold|held|see|be)$/;

/** The modal phrases that leave no doubt how a sentence binds; other phrases can also promise, plan or describe. */
export const certainModals: ReadonlySet<string> = new Set(
  `shall, must, will, may, not, never, no, neither, nor, has to, have to, required, requires, require, requirement, obliged,
  obligated, undertakes, undertake, agrees, covenants, bound, duty, mandatory, obligatory, entitled, permitted, permission,
  allowed, authorised, authorized, right, prohibited, forbidden, prohibits, forbids, it is for, is to, are to, refrain, abstain,
  no one, none`
    .split(',')
    .map((phrase) => phrase.trim()),
);
