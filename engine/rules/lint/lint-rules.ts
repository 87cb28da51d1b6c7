import { setImmediate } from 'node:timers/promises';
import { type Limit, limitsOf } from '../../check/words/limits.ts';
import { type SameSentence, sameSentence } from '../../check/words/same-sentence.ts';
import { datesOf } from '../../label/dates.ts';
import { type Quantity, quantitiesOf, saysSame } from '../../label/quantities.ts';
import { comparatorOf } from '../../language/comparators.ts';
import { english } from '../../language/english.ts';
import { normalForm } from '../../language/normal-form.ts';
import { words } from '../../language/words.ts';
import type { Rule } from '../../model/rule.ts';
import { sorted } from '../../model/sorted.ts';
import { checkAbsence } from './checks/absence.ts';
import { checkCompound } from './checks/compound.ts';
import { checkDuty } from './checks/duty.ts';
import { checkPhrases } from './checks/phrases.ts';
import { type Found, inDescription, type LintProblem, problemOf } from './problem.ts';
import { foldedWords, type RuleReading, readRule, type SentenceReading } from './reading.ts';

export type LintOptions = {
  /** Texts of knowledge files. A term that one of them contains counts as defined. */
  knowledge?: readonly string[];
  /** Stops the work; the promise is then rejected with the reason of the signal. */
  signal?: AbortSignal;
};

type Check = (reading: RuleReading) => Found[];
const checksOfDuty: readonly Check[] = [checkDuty, checkCompound, checkPhrases, checkNumbers];
const checks: readonly Check[] = [...checksOfDuty, checkName, checkAbsence];

/**
 * The problems of rules that make them hard to check, in the order of the rules and of the places in them. The checks
 * know English only; of rules in other languages, repeated texts and needless spaces are reported. The work grows with
 * the square of the number of rules, and other work can run after each rule.
 */
export async function lintRules(
  rules: readonly Rule[],
  { knowledge = [], signal }: LintOptions = {},
): Promise<LintProblem[]> {
  const readings: RuleReading[] = [];
  const problems: LintProblem[] = [];
  for (const [index, rule] of rules.entries()) {
    await setImmediate(undefined, { signal });
    const reading = readRule(rule, index);
    // With a preferred position, the description is only the topic of the rule.
    const isTopic = rule.preferred !== undefined;
    const own = isTopic ? [] : checks.flatMap((check) => check(reading));
    const hasDuty = !isTopic && !own.some(({ code }) => code === 'no_duty');
    // A topic has no parts that could be wrong.
    problems.push(
      ...own.filter(({ code }) => hasDuty || code === 'no_duty').map((found) => problemOf(index, found)),
    );
    problems.push(...checkPositions(rule, index).map((found) => problemOf(index, found)));
    const pair = hasDuty ? firstPair(readings, reading) : null;
    if (pair) problems.push(problemOf(index, pair));
    readings.push(reading);
  }
  for (const { index, ...found } of undefinedTerms({ knowledge, rules: readings }))
    problems.push(problemOf(index, found));
  return problems.sort(
    (one, other) => one.rule - other.rule || order(one) - order(other) || one.start - other.start,
  );
}

/** The problem with the first earlier rule that a rule repeats or contradicts. */
function firstPair(earlier: readonly RuleReading[], reading: RuleReading): Found | null {
  for (const other of earlier) {
    const found = checkPair(other, reading);
    if (found) return found;
  }
  return null;
}

function order({ field }: LintProblem): number {
  return ['name', 'description', 'ifAbsent'].indexOf(field);
}

const denying =
  /^\W*(?:no|never|do not|don't|not)\b|\b(?:prohibition|prohibited|forbidden|ban|banned|not (?:allowed|permitted))\b/i;
const negative =
  /\b(?:no|not|never|nor|neither|without|cannot|prohibit\w*|forbid\w*|forbidden|ban(?:s|ned)?|refrain\w*|exclu\w+|except|unless|free|refus\w+|den(?:y|ies|ied)|limit\w*|restrict\w*|only|zero|prevent\w*|avoid\w*|waive\w*|block\w*|reject\w*|disabl\w+|remov\w+)\b/i;

/** Rules whose name has another number than the description, or a denial that the description lacks. At most one problem a rule. */
function checkName(reading: RuleReading): Found[] {
  const { rule, sentences } = reading;
  if (sentences.length === 0) return [];
  const found = otherNumber(reading) ?? otherForce(reading);
  if (found === null) return [];
  const start = rule.name.length - rule.name.trimStart().length;
  return [{ field: 'name', start, end: rule.name.trimEnd().length, code: 'name_differs', ...found }];
}

type Difference = Partial<Pick<Found, 'start' | 'end'>> & Pick<Found, 'message'>;

function otherNumber({ rule }: RuleReading): Difference | null {
  const [inName, inText] = [rule.name, rule.description].map(numbersOf);
  if (!inName || !inText || inText.length === 0) return null;
  const other = inName.find((one) => !inText.some((each) => isSame(one, each)));
  if (!other) return null;
  return {
    start: other.start,
    end: other.end,
    message: `The name says “${rule.name.slice(other.start, other.end)}”, but the description does not.`,
  };
}

/** The numbers of a text in digits or with a unit: in "Two signatures", the number is part of the wording. */
function numbersOf(text: string): Quantity[] {
  if (normalForm(text) !== text) return [];
  const dates = datesOf(text);
  return quantitiesOf(text).filter(
    ({ start, unit, text: words }) =>
      (/\d/.test(words) || unit !== null) && !dates.some((date) => date.start <= start && start < date.end),
  );
}

/** Whether two numbers can mean the same: the same value, or the same quantity in other units. */
function isSame(one: Quantity, other: Quantity): boolean {
  return saysSame(one, other) || saysSame(other, one);
}

function otherForce({ rule, sentences }: RuleReading): Difference | null {
  const denied = denying.exec(rule.name);
  const binds = sentences.every(({ elements }) => elements.some(({ kind }) => kind === 'force'));
  if (!denied || !binds || negative.test(rule.description)) return null;
  return { message: `The name says “${denied[0].trim()}”, but the description requires or permits the act.` };
}

/**
 * Problems of the positions of a rule: one that says the same as an earlier one, so that it can never count, and what
 * makes a wanted one hard to check. What is refused is no duty. The messages name the position, and the place is the
 * description.
 */
function checkPositions(
  { name, description, preferred, fallbacks = [], never }: Rule,
  index: number,
): Found[] {
  const place = { field: 'description', start: 0, end: description.length } as const;
  const positions = [
    { title: 'The preferred position', text: preferred ?? description, isRead: preferred !== undefined },
    ...fallbacks.map((text, at) => ({ title: `Fallback ${at + 1}`, text, isRead: true })),
    ...(never === undefined ? [] : [{ title: 'What is refused', text: never, isRead: false }]),
  ];
  return positions.flatMap(({ title, text, isRead }, at): Found[] => {
    const same = positions.slice(0, at).find((other) => foldedWords(other.text) === foldedWords(text));
    if (same !== undefined)
      return [
        { ...place, code: 'repeated_position', message: `${title} says the same as ${lower(same.title)}.` },
      ];
    const reading = readRule({ name, description: text }, index);
    const found = isRead ? checksOfDuty.flatMap((check) => check(reading)) : [];
    return found.map(({ code, message }) => ({ ...place, code, message: `${title}: ${message}` }));
  });
}

function lower(title: string): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** Matches abbreviations; a verb in capitals, as in "MUST NOT USE", is none. */
const abbreviation =
  /(?<![\p{L}\p{N}.&/-])(?<!\b(?:MUST|SHALL|SHOULD|MAY|NOT|ONLY) )\p{Lu}{2,7}(?:s(?!\p{L}))?(?![\p{L}\p{N}&]|[./-][\p{L}\p{N}])/gu;

/** The words that readers of all rules together know: the texts of the rules and of the knowledge files. */
type KnownTexts = {
  /** The texts of the knowledge files. */
  knowledge: readonly string[];
  rules: readonly RuleReading[];
};

/**
 * Abbreviations that no rule and no knowledge file defines. An abbreviation is reported once, at the first rule that
 * uses it.
 */
function undefinedTerms({ knowledge, rules }: KnownTexts): (Found & { index: number })[] {
  const all = rules.map(({ rule }) => `${rule.name}\n${rule.description}`).join('\n');
  const reported = new Set<string>();
  return rules.flatMap(({ rule: { description }, index, sentences }) => {
    if (sentences.length === 0 || isInCapitals(description)) return [];
    return [...description.matchAll(abbreviation)].flatMap(({ 0: words, index: start }) => {
      const key = words.replace(/s$/, '');
      if (reported.has(key) || isKnown(words, all) || knowledge.some((text) => text.includes(key))) return [];
      reported.add(key);
      const message = `“${words}” is an abbreviation, but no rule and no knowledge file says what it means.`;
      const place = { start, end: start + words.length };
      return [{ index, ...inDescription('undefined_term', place, message) }];
    });
  });
}

function isKnown(words: string, all: string): boolean {
  const key = words.replace(/s$/, '');
  const lower = words.toLowerCase();
  return (
    knownAbbreviations.has(key) ||
    english.stopWords.has(lower) ||
    /^(?:must|shall|required|recommended|optional|note)$/.test(lower) ||
    isRoman(words) ||
    all.includes(`(${key}`) ||
    new RegExp(`\\b${key}\\b["”]?(?: \\(|:| means\\b| stands for\\b| is short for\\b)`, 'u').test(all)
  );
}

function isRoman(words: string): boolean {
  return /^[IVXLC]+$/.test(words);
}

function isInCapitals(text: string): boolean {
  return !/\p{Ll}{2}/u.test(text);
}

/** Abbreviations that readers of rules know. They need no definition. */
const knownAbbreviations = words(`
  ACH AES AG AI AM AML API APR ATM AWS BACS BCC BGB BIC CA CAD CCPA CCTV CD CEO CET CFO CHF CIO CISO COO CPA CPI CPU CRM
  CSV CTO CV CVE CVSS DB DBA DNA DNS DOC DOCX DPA DPO DSS DVD EBIT EBITDA EC ECB EEA EEC EFTA EN ERP EST ETSI EU EUR FAQ
  FBI FDA FIPS FTP FX GAAP GB GBP GDPR GET GIF GMBH GMT GPS GUI HGB HIPAA HMRC HR HSE HTML HTTP HTTPS IAS IBAN ICC ICT ID IDE
  IDS IEC IEEE IFRS IMAP IOS IP IPO IPS IRS ISA ISBN ISIN ISO IT ITIL JPG JPY JSON KPI KPMG KYC LAN LDAP LED LLC LLP LTD
  MAC MB MD MFA MOU MPEG NATO NDA NHS NIS NIST NOK OCR OECD OEM OS OSHA OTP OWASP PC PCI PDF PIN PKI PLC PLN PM PNG POS PO
  POST PPE PR QA QR RAM RFC RFP RGB ROI RSA SA SAML SAN SEC SEK SEPA SFTP SHA SIM SLA SMS SMTP SOC SOP SOX SQL SSD SSH SSL SSN
  SSO SWIFT TB TCP TLS TOTP TV UDP UK UN UNESCO UPS URI URL US USA USB USD UTC UUID VAT VIP VM VPN WAN WEEE WHO WIFI WTO
  XLS XLSX XML XSS YAML ZIP`);

/** The problem between a rule and an earlier rule: they repeat or contradict each other. Null if there is none. */
function checkPair(earlier: RuleReading, later: RuleReading): Found | null {
  const place = {
    field: 'description',
    start: 0,
    end: later.rule.description.trimEnd().length,
    other: earlier.index,
  } as const;
  const named = `rule ${earlier.index + 1} (“${earlier.rule.name.trim()}”)`;
  if (earlier.folded === later.folded)
    return { ...place, code: 'repeated', ...repeated(earlier, later, named) };
  const [[first, ...more], [second, ...others]] = [earlier.sentences, later.sentences];
  if (first === undefined || second === undefined || more.length + others.length > 0) return null;
  const relation = sameSentence(first.elements, second.elements);
  if (relation?.relation === 'equal')
    return { ...place, code: 'repeated', message: `This rule asks for the same as ${named}.` };
  if (relation?.relation === 'denied')
    return {
      ...place,
      code: 'conflict',
      message: `This rule contradicts ${named}: one requires or permits what the other forbids.`,
    };
  if (relation?.relation !== 'limits') return null;
  const words = `“${relation.stated.text}” here and “${relation.asked.text}” in ${named}`;
  return areIncompatible(relation)
    ? { ...place, code: 'conflict', message: `No document can meet both ${words}.` }
    : {
        ...place,
        code: 'different_numbers',
        message: `Two rules ask for the same act with different numbers: ${words}.`,
      };
}

/** Whether no number is within both limits: "at least 45" and "at most 30". */
function areIncompatible({ asked, stated }: SameSentence & { relation: 'limits' }): boolean {
  if (asked.dimension !== stated.dimension || asked.value === stated.value) return false;
  const [low, high] = asked.value < stated.value ? [asked, stated] : [stated, asked];
  return low.bound !== 'min' && high.bound !== 'max';
}

function repeated(
  { rule: earlier }: RuleReading,
  { rule }: RuleReading,
  named: string,
): Pick<Found, 'message' | 'fix'> {
  const isWhole =
    foldedWords(earlier.name) === foldedWords(rule.name) && othersOf(earlier) === othersOf(rule);
  const isSafe =
    spaced(earlier.description) === spaced(rule.description) && spaced(earlier.name) === spaced(rule.name);
  return {
    message: `This rule has the same ${isWhole ? 'name and description' : 'description'} as ${named}.`,
    ...(isWhole && { fix: { field: 'rule', safe: isSafe } }),
  };
}

/** The fields of a rule besides its name and its description. A rule is removed only if another one has the same. */
function othersOf({ name, description, ...others }: Rule): string {
  return sorted(others);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Matches words before a number whose exact value is meant: a price, a rate, a fixed count. */
const exactBefore =
  /\b(?:interest|rates?|fees?|prices?|discounts?|rent|deposits?|tax|vat|salary|bonus|shares?|equals?|equal to|multiplied by|exactly|precisely)\s(?:\S+\s){0,2}$|\b(?:first|last|next|previous|preceding|following|every|each|per|once|twice|all)\s$/i;
/** The units whose numbers need a direction: times, shares, and things that are counted to set a limit. */
const measured =
  /^(?:seconds|months|percent|character|digit|bit|byte|kilobyte|megabyte|gigabyte|terabyte|word|attempt|point|iteration|employee)$/;
/** Matches words after a number that show it to be part of a range. */
const joined = /^(?:to|and|or|in|through|of|out|x|by|plus|minus|after|before|from|following|until|per)$/;
/** Matches words before a number that say what it counts: "limit the attempts to no more than 100". */
const countedBefore = /\b(?:numbers?|limit\w*|counts?|total|quantity|score|ratings?|value|length)\b/i;
/** Matches words that give a number before or after them a direction, in a way that the parser does not know. */
const directedBefore =
  /\b(?:least|most|within|up to|more than|less than|fewer than|greater than|longer than|shorter than|later than|earlier than|minimum|maximum|exceed\w*|above|below|over|under|between|until|beyond)\s(?:\S+\s){0,2}$/i;
const directedAfter =
  /^\W*(?:\S+\s){0,2}(?:or (?:more|less|longer|shorter|fewer|greater|higher|lower|later|earlier|better|older|above|below)|minimum|maximum|at (?:least|most|minimum|maximum)|at the latest)\b/i;

/** Numbers without a unit, and numbers that do not say whether more or less is allowed. */
function checkNumbers({ sentences }: RuleReading): Found[] {
  return sentences.flatMap((sentence) =>
    normalForm(sentence.text) === sentence.text
      ? [
          ...quantitiesOf(sentence.text).flatMap((quantity) => unitless(sentence, quantity) ?? []),
          ...limitsOf(sentence.text).flatMap((limit) => undirected(sentence, limit) ?? []),
        ]
      : [],
  );
}

function unitless({ text, start }: SentenceReading, number: Quantity): Found | null {
  const at = number.start;
  const isLimit = comparatorOf(text, at, number.end) !== null || /\bfor\s$/i.test(text.slice(0, at));
  if (number.unit !== null || !isLimit || !/\d/.test(number.text)) return null;
  const [before, behind] = [text.slice(0, at), text.slice(at + number.text.length)];
  if (/[\p{L}\p{N}./:#(-]$/u.test(before) || /^[-–/.:)\]]?[\p{L}\p{N})\]]/u.test(behind)) return null;
  const next = /^\s*(\p{L}+)/u.exec(behind)?.[1] ?? '';
  if ((next !== '' && !joined.test(next)) || countedBefore.test(before)) return null;
  if (/^\s*(?:to|and|or|–|-)\s*\d/.test(behind)) return null;
  const place = { start: start + at, end: start + at + number.text.length };
  const message = `“${number.text}” has no unit, so it is unclear what it counts.`;
  return inDescription('number_without_unit', place, message);
}

function undirected({ text, start }: SentenceReading, limit: Limit): Found | null {
  if (limit.bound !== null || limit.isInterval || !measured.test(limit.dimension)) return null;
  const at = text.indexOf(limit.text, limit.start);
  const [before, after] = [text.slice(0, at), text.slice(at + limit.text.length)];
  const isBesides = text.lastIndexOf('(', at) > text.lastIndexOf(')', at - 1);
  // "5 attempts or 10 attempts", and "the 5 year plan".
  const isSecond = /\d.*\b(?:or|and)\s$/s.test(before);
  const isAdjective = /\b(?:the|an?|this|that|its|their)\s$/i.test(before) && /^\s\p{L}/u.test(after);
  if (isBesides || isSecond || isAdjective || /\d-/.test(limit.text)) return null;
  if (exactBefore.test(before) || directedBefore.test(before) || directedAfter.test(after)) return null;
  const place = { start: start + at, end: start + at + limit.text.length };
  const message = `“${limit.text}” does not say whether more or less is allowed.`;
  return inDescription('number_without_direction', place, message);
}
