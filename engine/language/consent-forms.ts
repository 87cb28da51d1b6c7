/*
 * Sentences that make an act depend on somebody's consent, in one form: "must obtain the owner's consent before letting
 * the flat", "letting the flat requires the owner's consent" and "may let the flat only with the owner's consent" are all
 * "must not let the flat without the owner's consent".
 */

const consent =
  '(?:consent|approval|permission|authori[sz]ation|agreement|assent|sign-off|clearance|go-ahead)';
/** How consent is given. */
const how =
  '(?:(?:prior|previous|written|express|explicit|formal|advance|specific|signed)(?:,? (?:and )?(?=\\p{L}))?)';
/** Whose consent: "the owner’s prior written consent", "the written consent of the owner". */
const whose = `(?<whose>(?:(?:the |its |their |our |your |an? |any )?(?:${how} )*(?:[\\p{L}-]+ ){0,4}?[\\p{L}-]+(?:['’]s|s['’]|['’]) (?:${how} )*${consent}|(?:the |an? )?(?:${how} )*${consent} (?:of|from|by) (?:the |an? |its |both |all )?[\\p{L}-]+(?: [\\p{L}-]+){0,4}|(?:our|your|its|their|his|her) (?:${how} )*${consent}))`;
const who = '(?<who>[^,;:.]{2,80}?)';
const act = '(?<act>[^;:.]{2,160}?)';
/** An act as a noun: "letting the flat", "the transfer of shares". */
const gerund =
  '(?:the |any |each |every |all )?(?<act>[\\p{L}-]{2,30}ing\\b[^;:.]{0,160}?|[\\p{L}-]{3,30}s? (?:of|to) [^;:.]{2,160}?)';
const must = '(?:must|shall|has to|have to|is to|are to|should|will|is required to|are required to)';
const beforehand = '(?: (?:in writing|in advance|beforehand|first|in each case|at all times|in every case))*';

const forms: readonly { pattern: RegExp; form: string }[] = [
  {
    pattern: reading(
      `^${who} ${must} (?:first )?(?:obtain|get|seek|secure|have|receive|ask for|request) ${whose}${beforehand} (?:before|prior to|for|in order to|to) ${act}$`,
    ),
    form: '<who> must not <act> without <whose>',
  },
  {
    pattern: reading(
      `^(?:before|prior to) (?<act>[\\p{L}-]{2,30}ing\\b[^;:.]{0,120}?), ${who} ${must} (?:first )?(?:obtain|get|seek|secure|have|receive|ask for|request) ${whose}${beforehand}$`,
    ),
    form: '<who> must not <act> without <whose>',
  },
  {
    pattern: reading(
      `^${gerund},? (?:(?:shall |must |will )?(?:always |in all cases )?(?:requires?|needs?|presupposes?)|(?:is|are|shall be|must be) (?:subject to|conditional (?:up)?on|dependent (?:up)?on|contingent (?:up)?on)|(?:is|are|shall be|must be) (?:allowed|permitted|possible|admissible|permissible) only (?:with|upon|on|after|under)|(?:is|are|shall|must|may)(?: not| never) (?:be )?(?:allowed|permitted|possible|admissible|permissible) (?:without|except with)) ${whose}${beforehand}$`,
    ),
    form: 'must not <act> without <whose>',
  },
  {
    pattern: reading(
      `^${who} (?:may|can|shall|will|must) only ${act} (?:with|upon|after obtaining|after|on obtaining|having obtained) ${whose}${beforehand}$`,
    ),
    form: '<who> must not <act> without <whose>',
  },
  {
    pattern: reading(
      `^${who} (?:may|can|shall|will|must) ${act},? (?:but )?only (?:with|upon|after obtaining|after|on obtaining|having obtained) ${whose}${beforehand}$`,
    ),
    form: '<who> must not <act> without <whose>',
  },
];

function reading(pattern: string): RegExp {
  return new RegExp(pattern, 'iu');
}

const namesConsent = new RegExp(`\\b${consent}\\b`, 'i');
/** Longer sentences have no such form. */
const longest = 400;

/** The form "must not … without …" of a sentence that makes an act depend on consent; null for other sentences. */
export function consentForm(text: string): string | null {
  if (text.length > longest || !namesConsent.test(text)) return null;
  const plain = text.replace(/\s+/g, ' ').trim().replace(/[.;]$/, '');
  for (const { pattern, form } of forms) {
    const found = pattern.exec(plain)?.groups;
    if (
      !found ||
      /\bnot\b/i.test(found.who ?? '') ||
      /\b(?:not|no|unless|except|without)\b/i.test(found.act ?? '')
    )
      continue;
    return `${form.replace(/<(\w+)>/g, (_, name: string) => lowered(found[name] ?? '', name))}.`;
  }
  return null;
}

/** The words of a part; an act inside a sentence begins with a small letter, because a capital would make it a name. */
function lowered(words: string, name: string): string {
  return name === 'act' ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;
}
