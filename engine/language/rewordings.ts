import { consentForm } from './consent-forms.ts';
import { lowerCase } from './letter-case.ts';

/**
 * Latin letters, for sets of characters. With `\p{L}`, V8 takes fifteen times as long to compile a pattern that ignores
 * case.
 */
const letter = 'a-z\\u00DF-\\u00F6\\u00F8-\\u024F';

/*
 * Constructions with the same meaning, one per line: a light verb with a noun for a verb, a verb that names the other
 * side of an act, a duty worded as a responsibility. The words after the arrow mean the same as the words before it. `{}`
 * matches a noun phrase, and `$1`, `$2` stand for the noun phrases in their order. `a|b` in parentheses matches either
 * text. ` / ` separates several wordings. Wordings are only compared, never shown, so they need not be good English.
 */
const constructions = `
(is|are) under (an|the) (obligation|duty) to => shall
(has|have) (an|the) (obligation|duty|responsibility) to => shall
(accepts|accept|assumes|assume) (an|the) (obligation|duty|responsibility) to => shall
(is|are) (charged|tasked) with => shall
(commits|commit|binds|bind) (itself|himself|herself|themselves) to => shall
(guarantees|guarantee|promises|promise|covenants|covenant) to => shall
(has|have) the right to => may
as (planned|intended|scheduled)(?=[.,;]|$) =>
(keep|keeps|maintain|maintains|have|has|hold|holds) in (force|effect) => maintains
and nowhere else => only
exclusively => only
(as regards|as concerns|as for) => about
by (giving|serving|sending) (written )?notice( of)? => with notice of
by (written )?notice (given|served|sent) => with notice
(help|support) {} (to|in|with) => assist $1 in
(helps|supports) {} (to|in|with) => assists $1 in
after (it|they) (occur|occurs|happens|happen|takes place|take place|arises|arise) =>
give {} notice (of|about|that) => notify $1 of
gives {} notice (of|about|that) => notifies $1 of
give notice (of|about) {} to => notify of $1 to
give notice to {} (of|about) => notify $1 of
be given notice (of|about) => be notified of
bring {} to the (attention|notice|knowledge) of => report $1 to
brings {} to the (attention|notice|knowledge) of => reports $1 to
be brought to the (attention|notice|knowledge) of => be reported to
let {} know (of|about) => notify $1 of
lets {} know (of|about) => notifies $1 of
let {} know => notify $1
lets {} know => notifies $1
make {} known to => disclose $1 to / report $1 to
be made known to => be disclosed to / be reported to
becomes known to {} through => is reported to $1 by
make {} available to => provide $1 to
makes {} available to => provides $1 to
(learn|hear) (of|about) {} (from|through) => be notified of $1 by
(learns|hears) (of|about) {} (from|through) => is notified of $1 by
(learn|hear) from => be notified by
(learns|hears) from => is notified by
be told (of|about) => be notified of
(get|receive) {} back from => be returned $1 by
(gets|receives) {} back from => is returned $1 by
receive {} training from => be trained on $1 by / be given $1 training by
receives {} training from => is trained on $1 by / is given $1 training by
receive training (on|in|about) {} from => be trained on $1 by
receives training (on|in|about) {} from => is trained on $1 by
receive from {} (a|an|the) => be paid by $1 the / be given by $1 the
receive {} from => be given $1 by / be paid $1 by / be sent $1 by
receives {} from => is given $1 by / is paid $1 by / is sent $1 by
received {} from => was given $1 by / was paid $1 by / was sent $1 by
(was|were) given a gift of {} by => was donated $1 by
render {} an account (of|for) => account to $1 for
render an account (of|for) {} to => account for $1 to
(put|set) (his|her|its|their) signature (to|on|under) => sign
(puts|sets) (his|her|its|their) signature (to|on|under) => signs
make payment (of|for) => pay
makes payment (of|for) => pays
make payment to => pay to
effect payment of => pay
(maintain|carry|hold|keep|have|take out) (insurance|cover|insurance cover) for {} against => insure $1 against
(maintains|carries|holds|keeps|has|takes out) (insurance|cover|insurance cover) for {} against => insures $1 against
(maintain|carry|hold|keep|have|take out) {} insurance for {} => insure $2 against $1
(maintains|carries|holds|keeps|has|takes out) {} insurance for {} => insures $2 against $1
(is|are) (solely )?responsible for seeing to it that => sees to it that
(it is for|it falls to) {} to => $1 shall
(all |any )?(the )?(costs?|expenses?) (of|for) {} (shall|must|has to|have to|is to|are to) be (borne|met|carried|paid|defrayed) by => $1 shall be paid for by / the costs of $1 shall be borne by
(all |any )?(the )?(costs?|expenses?) (of|for) {} (is|are) (borne|met|carried|paid|defrayed) by => $1 is paid for by / the costs of $1 are borne by
(all |any )?(the )?(costs?|expenses?) (of|for) {} (is|are|shall be) (for the account of|at the expense of|chargeable to|payable by) => $1 shall be paid for by / the costs of $1 shall be borne by
(warrants|warrant|guarantees|guarantee) that {} (will|shall) be (available|reachable|accessible) (for|at least|not less) => guarantees availability of $1 for
(bear|meet|carry) the costs? of => pay for
(bears|meets|carries) the costs? of => pays for
(is|are) the (sole )?responsibility of => shall be carried out by
(is|are|shall be) subject to the (prior )?(approval|consent) of => shall be approved by
(requires|require|needs|need|shall require) the (prior )?(approval|consent) of => shall be approved by
said yes to => approved
(gave|has given) (its|his|her|their) (consent|approval|assent) to => approved
be (turned down|refused|declined) by => not be accepted by
says no to => does not accept
(prior to|ahead of|in advance of) => before
subsequent to => after
(without undue delay|without delay|immediately|forthwith|at once|straight away) => promptly
at the request of => on request of
(when|once|as soon as) (it|they) (is|are|has been|have been) => on
(when|once|as soon as) {} (ends|expires|terminates) => on the end of $1
(upon|on|after) (the )?(termination|expiry|expiration) of => on the end of
at the end of => on the end of
once {} (have|has) passed => after $1
(keep|treat) {} (as )?(strictly )?(confidential|secret|in confidence|private)(?=[.,;]|$| (?:for|after|until|during|from|by|and|or|at|in|within|throughout|towards|against)(?![${letter}])) => not disclose $1
(keeps|treats) {} (as )?(strictly )?(confidential|secret|in confidence|private)(?=[.,;]|$| (?:for|after|until|during|from|by|and|or|at|in|within|throughout|towards|against)(?![${letter}])) => does not disclose $1
be (kept|treated) (as )?(strictly )?(confidential|secret|in confidence|private) => not be disclosed
(reveal|divulge|disclose|pass on) {} to (anyone|anybody|any person|any other person|others|third parties|any third party|a third party) => disclose $1
be (revealed|divulged|disclosed|passed on) to (anyone|anybody|any person|any other person|others|third parties|any third party|a third party) => be disclosed
in encrypted form => encrypted
on a daily basis => every day
on a weekly basis => every week
on a monthly basis => every month
on a quarterly basis => every quarter
on (an annual|a yearly) basis => every year
be (kept|stored|held) encrypted => be encrypted
in written form => in writing
by (way|means) of => by
(each and every|every single|any and all) => every
situated => located
(free of charge|at no charge|at no cost|without payment|at (its|his|her|their) own (cost|expense)) => without charge
(at no charge|at no cost|without charge|without cost|without payment|at (its|his|her|their) own (cost|expense)) => free of charge
make good => repair
(file|submit|make|lodge|send) a report (to|with) => report to
(file|submit|make|lodge|send) a report of => report
(make|take|create|perform|keep|run) (a |daily |weekly |regular )?backups? of => back up
makes good => repairs
put right => repair
puts right => repairs
members? of (the )?staff => staff
(upon|on|at|after) (the )?(termination|expiry|expiration|end) of {} => when $1 ends
(upon|on|after) (termination|expiry|expiration)(?! of| date) => when the agreement ends
(upon|on|at) (the )?(written )?request(?! of| by| for) => when requested
at {} (written )?request(?=[.,;]|$) => when requested by $1
be subject to the (exclusive )?jurisdiction of => be decided by
(submit|submits) to the (exclusive )?jurisdiction of => shall have disputes decided by
, as and when (needed|required|necessary)(,|(?=[.;]|$)) =>
have {} carried out => carry out $1
brings in no => does not bring in
no {} (are|is) (stored|kept|held) by {} outside => $1 is stored by $2 only in
`;

/** Matches a noun phrase of at most ten words. */
const phrase = String.raw`((?:[${letter}\d'’-]+ ){0,9}?[${letter}\d'’-]+)`;
/** Matches a part of a sentence without a comma or a second clause. */
const part = '([^,;:.]{3,160}?)';
const modal = '(?:shall|must|will|has to|have to|is to|are to)';

const adopted =
  '(?:was|were|is|are|has been|have been) (?:unanimously |duly |finally )?(?:accepted|adopted|approved|agreed|agreed to|carried|granted|passed|endorsed|ratified|upheld)';

type Rewording = { pattern: RegExp; wordings: readonly string[] };

/** Constructions that involve the verb, whatever verb it is. */
const ofAnyVerb: Rewording[] = [
  // "Falls due for payment 30 days after", "is payable by the third day": the act is "pay".
  reword(
    String.raw`\b(?:(?:falls?|is|are|becomes?|shall be|must be) due(?: for payment| and payable)?|(?:is|are|becomes?|shall be|must be) payable) (?=(?:[${letter}]+ )?\(?\d[\d)]* (?:[${letter}]+ )?days?|(?:[${letter}]+ )?\(\d)`,
    'shall be paid within ',
  ),
  reword(
    String.raw`\b(?:(?:falls?|is|are|becomes?|shall be|must be) due(?: for payment| and payable)?|(?:is|are|becomes?|shall be|must be) payable) (?=by|on|within|no later|not later|before|in advance|in arrears|at)`,
    'shall be paid ',
  ),
  // "Delivery takes place within", "the inspection of the lifts is carried out by".
  reword(
    `^(?:the |an? )?([${letter}-]+(?:ion|ment|al|ery|ance|ing|sis|ure|age|test|check|review|audit|visit|repair)s?) of ${phrase} (?:takes? place|(?:is|are) (?:made|carried out|performed|effected|done|undertaken|conducted))(?![${letter}])`,
    '$2 is ~1',
  ),
  reword(
    `^(?:the |an? )?([${letter}-]+(?:ion|ment|al|ery|ance|ing|sis|ure|age|test|check|review|audit|visit|repair)s?) (?:takes? place|(?:shall|must|will|has to|is to) take place|(?:is|are|shall be|must be|is to be) (?:made|carried out|performed|effected|done|undertaken|conducted))(?![${letter}])`,
    'shall be ~1',
  ),
  // "Accept no gifts": the denial of the thing is a denial of the act.
  reword(
    String.raw`^${phrase} (?:(?:shall|must|will|may|can) )?(?!(?:is|are|was|were|has|have|of|in|to|with|for|by|on|at|under|and|or|be)\b)([${letter}]+) no (?!(?:later|more|less|fewer|event|longer|earlier|sooner|case|one)\b)`,
    '$1 shall not $2 ',
  ),
  // "Payment of the fee by the tenant is due", "repayment of the loan shall take place".
  reword(
    String.raw`(?:the )?\b([${letter}-]+) of ${phrase} (by ${phrase} )?(?:is|are|shall be|must be|falls|fall) due\b`,
    '$2 shall be ~1 $3',
  ),
  reword(
    String.raw`(?:the |a |an )?\b([${letter}-]+) (?:of|to) ${phrase} (by ${phrase} )?${modal} (?:take place|be made|be carried out|be performed|be effected|be undertaken|be given|occur|be done)\b`,
    '$2 shall be ~1 $3',
  ),
  // "A test of the backups shall be carried out by": the act is the noun.
  reword(
    String.raw`\b${modal} (?:undergo|be subjected to|be subject to) (?:an? )?([${letter}-]+) by`,
    'shall be ~1 by',
  ),
  reword(String.raw`\b(?:is|are) (?:solely )?responsible for ([${letter}-]+ing)\b`, 'shall $1'),
  reword(
    String.raw`\b(?:the )?responsibility for ([${letter}-]+ing) ${part} (?:lies|rests|is) with ([^,;:.]+)`,
    '$3 shall $1 $2',
  ),
  reword(String.raw`\b(?:it is|it shall be) ${phrase} (?:that|who|which) (?=[${letter}-]+s\b)`, '$1 '),
  reword(`^(?:it is|it shall be) (in|on|at|with|from) ${phrase} that ([^,;:.]+)`, '$3 $1 $2'),
  reword(String.raw`\b(?:be|is|are) payable (solely |only |exclusively |directly )?to\b`, 'be paid $1to'),
  reword(
    String.raw`\b(?:(?:once )?in (?:every|each)|each|per) calendar (day|week|month|quarter|year)\b`,
    'every $1',
  ),
  // "An annual inspection of the lifts shall be carried out": the adjective says how often.
  reword(
    String.raw`^(?:an |a |the )?(daily|weekly|monthly|quarterly|annual|yearly) ([${letter}-]{3,30}s?) of ${phrase} (${modal} be|is|are) (?:made|carried out|performed|effected|done|undertaken|conducted|held)\b`,
    '$3 $4 ~2 $1',
  ),
  // "Encryption is applied by the supplier to all backups".
  reword(
    `^(?:the )?([${letter}-]{3,30}(?:ion|ment|ing|ance))(?: (?:with|using) ${phrase})? (?:${modal} be|is|are) applied (by ${phrase} )?to ([^,;:.]+)`,
    '$5 shall be ~1 $3',
  ),
  reword(
    String.raw`\b(?:is|are|shall be) entitled to (?=(?:paid|annual|an?|at least|no less|not less|\d+|holiday|leave|compensation)\b)`,
    'shall get ',
  ),
  // "A backup of the database shall be made".
  reword(
    String.raw`\bbackups? of ${phrase} (${modal} be|is|are) (?:made|taken|performed|created|run)\b`,
    '$1 $2 backed up',
  ),
  // "Completion of the training is mandatory for all staff".
  reword(
    String.raw`^(?:the )?([${letter}-]{3,30}(?:ion|ment|al|ance|ing|sis)) of ${phrase} is (?:mandatory|compulsory|obligatory|required) for ([^,;:.]+?)(?= (?:once|every|at|within|before|after|by|no later)\b|$)`,
    '$3 shall ~1 $2',
  ),
  // "The use of the data by the supplier for training is prohibited".
  reword(
    String.raw`^(?:the |any )?([${letter}-]{3,30}) of ${phrase} by ((?:the |any )?[${letter}-]+(?: [${letter}-]+)?)( (?:for|in|to) [^,;:.]+?)? is (?:prohibited|forbidden|not permitted|not allowed)\b`,
    '$3 shall not ~1 $2$4',
  ),
  // "Change request 14, under which the provider is to keep a log, was approved".
  reword(
    String.raw`^.{0,60}\b(?:request|proposal|motion|amendment|clause|instruction|resolution)\b[^,]{0,40}, (?:under|according to|pursuant to|by) which ([^,]+), (?:${adopted})\b.*`,
    '$1',
  ),
  // "The motion that smoking be banned was carried", "the proposal to cap increases was accepted".
  reword(
    String.raw`^.{0,60}\b(?:motion|proposal|request|demand|suggestion|application|recommendation|amendment) that (${phrase}) (be [${letter}]+[^.]*?),? (?:${adopted})\b.*`,
    '$1 shall $3',
  ),
  reword(
    String.raw`^.{0,60}\b(?:motion|proposal|request|demand|suggestion|application|recommendation|amendment) to ([${letter}]+ [^.]*?),? (?:${adopted})\b.*`,
    'the parties shall $1',
  ),
  reword(String.raw`(?<!\b(?:of|for|in|on) )\beach (day|week|month|quarter|year)\b`, 'every $1'),
  reword(String.raw`\bthere is a (?:ban|prohibition) on ${phrase} (?=[${letter}-]+ing\b)`, '$1 shall not '),
  // A ban on a part is also a ban on the whole.
  reword(
    String.raw` (?=the whole|any part|part)(?<=\b(?:not|no|never|forbidden|prohibited)\b[^.;]{0,120} )(?:the whole or (?:a |any )?part of|(?:any )?parts? of(?= the\b))`,
    '',
  ),
  reword(
    String.raw` or (?<=\b(?:not|no|never|forbidden|prohibited)\b[^.;]{0,120} or )(?:a|any|any other)? ?parts? (?:of them|of it|thereof)`,
    '',
  ),
  // "Shall not sell unless it has offered" says that it must offer before it sells.
  reword(
    `^${phrase} (?:shall|must|may|will) not ${part} unless (?:it|they|he|she) (?:has|have) (?:first |previously |already |beforehand )?([^,;:.]+)`,
    '$1 shall $3 before $2',
  ),
];

const known: readonly Rewording[] = [
  ...constructions
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', to = ''] = line.split(/ => ?/);
      const pattern = from.replaceAll(/\((?!\?)/g, '(?:').replaceAll('{}', phrase);
      return reword(String.raw`\b${pattern}(?![${letter}\d])`, ...to.split(' / '));
    }),
  ...ofAnyVerb,
];

/** `~1` is the first part in lower case, because a capital would make a noun a name. */
function written(wording: string, parts: readonly (string | undefined)[]): string {
  return wording.replace(/([$~])(\d)/g, (_, sign: string, at: string) => {
    const text = parts[Number(at) - 1] ?? '';
    return sign === '~' ? text.toLowerCase() : text;
  });
}

function reword(pattern: string, ...wordings: string[]): Rewording {
  return { pattern: new RegExp(pattern, 'd'), wordings };
}

/** A sentence has at most this many rewordings. */
const most = 24;
/** Longer sentences are not reworded. */
const longest = 500;

/**
 * Matches words that reverse or weaken what follows. Behind them a wording with "not" means something else: who "may
 * keep" data secret is not forbidden to disclose it, and "not kept secret" does not mean "not disclosed".
 */
const reversing =
  /\b(?:not|no(?! (?:later|more|less|fewer|event)\b)|never|none|nobody|nothing|neither|nor|without|cannot|may|might|can|could|should|would|need|ought|fails?|refuses?|free|optional(?:ly)?|seldom|rarely|hardly)\b|n['’]t\b/i;

/**
 * Sentences with the same meaning in other constructions; the sentence itself is not one of them. `text` begins after
 * the number of its clause.
 */
export function rewordingsOf(text: string): string[] {
  if (text.length > longest) return [];
  const consenting = consentForm(text);
  const found = new Set([text, ...(consenting === null ? [] : [consenting])]);
  for (const sentence of found) {
    // V8 takes several times as long to compile a pattern that ignores case.
    const lower = lowerCase(sentence);
    for (const { pattern, wordings } of known) {
      for (const wording of wordings) {
        if (found.size > most) break;
        const match = pattern.exec(lower);
        if (!match) break;
        const parts = match.indices?.slice(1).map((range) => range && sentence.slice(...range)) ?? [];
        const before = sentence.slice(0, match.index);
        if (/\bnot\b/.test(wording) && reversing.test(before)) continue;
        const after = sentence.slice(match.index + match[0].length);
        found.add(`${before}${written(wording, parts)}${after}`.replace(/\s+/g, ' ').trim());
      }
    }
  }
  found.delete(text);
  return [...found];
}
