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
the costs? of {} (shall|must|has to|have to|is to|are to) be (borne|met|carried|paid) by => $1 shall be paid for by
the costs? of {} (is|are) (borne|met|carried|paid) by => $1 is paid for by
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
(keep|treat) {} (as )?(strictly )?(confidential|secret|in confidence|private)(?=[.,;]|$| (?:for|after|until|during|from|by|and|or|at|in|within|throughout|towards|against)(?![\\p{L}])) => not disclose $1
(keeps|treats) {} (as )?(strictly )?(confidential|secret|in confidence|private)(?=[.,;]|$| (?:for|after|until|during|from|by|and|or|at|in|within|throughout|towards|against)(?![\\p{L}])) => does not disclose $1
be (kept|treated) (as )?(strictly )?(confidential|secret|in confidence|private) => not be disclosed
(reveal|divulge|disclose|pass on) {} to (anyone|anybody|any person|any other person|others|third parties|any third party|a third party) => disclose $1
be (revealed|divulged|disclosed|passed on) to (anyone|anybody|any person|any other person|others|third parties|any third party|a third party) => be disclosed
in encrypted form => encrypted
be (kept|stored|held) encrypted => be encrypted
in written form => in writing
by (way|means) of => by
(each and every|every single|any and all) => every
situated => located
(free of charge|at no charge|at no cost|without payment) => without charge
brings in no => does not bring in
no {} (are|is) (stored|kept|held) by {} outside => $1 is stored by $2 only in
`;

/** Matches a noun phrase of at most ten words. */
const phrase = String.raw`((?:[\p{L}\p{N}'’-]+ ){0,9}?[\p{L}\p{N}'’-]+)`;
/** Matches a part of a sentence without a comma or a second clause. */
const part = '([^,;:.]{3,160}?)';
const modal = '(?:shall|must|will|has to|have to|is to|are to)';

type Rewording = { pattern: RegExp; wordings: readonly string[] };

/** Constructions that involve the verb, whatever verb it is. */
const ofAnyVerb: Rewording[] = [
  // "Payment of the fee by the tenant is due", "repayment of the loan shall take place".
  reword(
    String.raw`(?:the )?\b([\p{L}-]+) of ${phrase} (by ${phrase} )?(?:is|are|shall be|must be|falls|fall) due\b`,
    '$2 shall be ~1 $3',
  ),
  reword(
    String.raw`(?:the |a |an )?\b([\p{L}-]+) (?:of|to) ${phrase} (by ${phrase} )?${modal} (?:take place|be made|be carried out|be performed|be effected|be undertaken|be given|occur|be done)\b`,
    '$2 shall be ~1 $3',
  ),
  // "A test of the backups shall be carried out by": the act is the noun.
  reword(
    String.raw`\b${modal} (?:undergo|be subjected to|be subject to) (?:an? )?([\p{L}-]+) by`,
    'shall be ~1 by',
  ),
  reword(String.raw`\b(?:is|are) (?:solely )?responsible for ([\p{L}-]+ing)\b`, 'shall $1'),
  reword(
    String.raw`\b(?:the )?responsibility for ([\p{L}-]+ing) ${part} (?:lies|rests|is) with ([^,;:.]+)`,
    '$3 shall $1 $2',
  ),
  reword(String.raw`\b(?:it is|it shall be) ${phrase} (?:that|who|which) (?=[\p{Ll}-]+s\b)`, '$1 '),
  reword(`^(?:it is|it shall be) (in|on|at|with|from) ${phrase} that ([^,;:.]+)`, '$3 $1 $2'),
  reword(String.raw`(?<!\b(?:of|for|in|on) )\beach (day|week|month|quarter|year)\b`, 'every $1'),
  reword(String.raw`\bthere is a (?:ban|prohibition) on ${phrase} (?=[\p{L}-]+ing\b)`, '$1 shall not '),
  // A ban on a part is also a ban on the whole.
  reword(
    String.raw`(?<=\b(?:not|no|never|forbidden|prohibited)\b[^.;]{0,120}) (?:the whole or (?:a |any )?part of|(?:any )?parts? of(?= the\b))`,
    '',
  ),
  reword(
    String.raw`(?<=\b(?:not|no|never|forbidden|prohibited)\b[^.;]{0,120}) or (?:a|any|any other)? ?parts? (?:of them|of it|thereof)`,
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
      return reword(String.raw`\b${pattern}(?![\p{L}\p{N}])`, ...to.split(' / '));
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
  return { pattern: new RegExp(pattern, 'iu'), wordings };
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
  const found = new Set([text]);
  if (text.length > longest) return [];
  for (const sentence of found) {
    for (const { pattern, wordings } of known) {
      for (const wording of wordings) {
        if (found.size > most) break;
        const match = pattern.exec(sentence);
        if (!match) break;
        const before = sentence.slice(0, match.index);
        if (/\bnot\b/.test(wording) && reversing.test(before)) continue;
        const after = sentence.slice(match.index + match[0].length);
        found.add(`${before}${written(wording, match.slice(1))}${after}`.replace(/\s+/g, ' ').trim());
      }
    }
  }
  found.delete(text);
  return [...found];
}
