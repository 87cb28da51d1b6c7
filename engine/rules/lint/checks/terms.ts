import { english } from '../../../language/english.ts';
import { namesRole } from '../../../language/roles.ts';
import { type Found, inDescription } from '../problem.ts';
import type { RuleReading } from '../reading.ts';
import { plainVerbs } from '../words/verbs.ts';

const abbreviation = /(?<![\p{L}\p{N}.&/-])\p{Lu}{2,7}(?:s(?!\p{L}))?(?![\p{L}\p{N}&]|[./-][\p{L}\p{N}])/gu;
/** Matches two to five capitalised words after a determiner: "the Vendor Risk Matrix". */
const term =
  /(?<=\b(?:[Tt]he|[Aa]n?|[Ii]ts|[Tt]heir|[Aa]ll|[Aa]ny|[Ee]ach|[Ee]very) )\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){1,4}(?! \p{Lu})/gu;

/** The words that readers of all rules together know: the texts of the rules and of the knowledge files. */
export type KnownTexts = {
  /** The texts of the knowledge files. */
  knowledge: readonly string[];
  rules: readonly RuleReading[];
};

/**
 * Abbreviations and capitalised terms that no rule and no knowledge file defines. A term is reported once, at the first
 * rule that uses it.
 */
export function undefinedTerms({ knowledge, rules }: KnownTexts): (Found & { index: number })[] {
  const texts = rules.map(({ rule }) => `${rule.name}\n${rule.description}`);
  const all = texts.join('\n');
  const reported = new Set<string>();
  return rules.flatMap((reading) => {
    if (reading.sentences.length === 0 || isInCapitals(reading.rule.description)) return [];
    const { description } = reading.rule;
    return [...usesOf(description, abbreviation), ...usesOf(description, term)].flatMap(
      ({ words, start, end }) => {
        const key = words.replace(/s$/, '');
        if (reported.has(key) || isKnown(words, all) || knowledge.some((text) => text.includes(key)))
          return [];
        reported.add(key);
        const kind = words.includes(' ') ? 'is written like a defined term' : 'is an abbreviation';
        const message = `“${words}” ${kind}, but no rule and no knowledge file says what it means.`;
        return [{ index: reading.index, ...inDescription('undefined_term', { start, end }, message) }];
      },
    );
  });
}

function usesOf(text: string, pattern: RegExp): { words: string; start: number; end: number }[] {
  return [...text.matchAll(pattern)].map(({ 0: words, index }) => ({
    words,
    start: index,
    end: index + words.length,
  }));
}

function isKnown(words: string, all: string): boolean {
  if (!words.includes(' ')) {
    const key = words.replace(/s$/, '');
    const lower = words.toLowerCase();
    return (
      knownAbbreviations.has(key) ||
      english.stopWords.has(lower) ||
      plainVerbs.has(lower) ||
      /^(?:must|shall|required|recommended|optional|note)$/.test(lower) ||
      isRoman(words) ||
      all.includes(`(${key}`) ||
      new RegExp(`\\b${key}\\b["”]?(?: \\(|:| means\\b| stands for\\b| is short for\\b)`, 'u').test(all)
    );
  }
  const parts = words.toLowerCase().split(' ');
  return (
    namesRole(parts.slice(-2)) ||
    selfEvidentTerm.test(parts.at(-1) ?? '') ||
    all.includes(`${words}” means`) ||
    all.includes(`${words} means`) ||
    all.includes(`“${words}”`) ||
    all.includes(`"${words}"`) ||
    all.includes(words.toLowerCase())
  );
}

function isRoman(words: string): boolean {
  return /^[IVXLC]+$/.test(words);
}

function isInCapitals(text: string): boolean {
  return !/\p{Ll}{2}/u.test(text);
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Abbreviations that readers of rules know. They need no definition. */
const knownAbbreviations = words(`
  ACH AES AG AI AM AML API APR ATM AWS BACS BCC BGB BIC CA CAD CCPA CCTV CD CEO CET CFO CHF CIO CISO COO CPA CPI CPU CRM
  CSV CTO CV CVE CVSS DB DBA DNA DNS DOC DOCX DPA DPO DSS DVD EBIT EBITDA EC ECB EEA EEC EFTA EN ERP EST ETSI EU EUR FAQ
  FBI FDA FIPS FTP FX GAAP GB GBP GDPR GIF GMBH GMT GPS GUI HGB HIPAA HMRC HR HSE HTML HTTP HTTPS IAS IBAN ICC ICT ID IDE
  IDS IEC IEEE IFRS IMAP IOS IP IPO IPS IRS ISA ISBN ISIN ISO IT ITIL JPG JPY JSON KPI KPMG KYC LAN LDAP LED LLC LLP LTD
  MAC MB MD MFA MOU MPEG NATO NDA NHS NIS NIST NOK OCR OECD OEM OS OSHA OTP OWASP PC PCI PDF PIN PKI PLC PLN PM PNG POS PO
  PPE PR QA QR RAM RFC RFP RGB ROI RSA SA SAML SAN SEC SEK SEPA SFTP SHA SIM SLA SMS SMTP SOC SOP SOX SQL SSD SSH SSL SSN
  SSO SWIFT TB TCP TLS TOTP TV UDP UK UN UNESCO UPS URI URL US USA USB USD UTC UUID VAT VIP VM VPN WAN WEEE WHO WIFI WTO
  XLS XLSX XML XSS YAML ZIP`);

/**
 * Matches the last words of terms that need no definition in the rules: names of laws, institutions and documents, and
 * terms that contracts define themselves.
 */
const selfEvidentTerm =
  /^(?:act|regulations?|directive|law|code|courts?|union|bank|board|commission|committee|council|agency|authority|office|department|ministry|institute|university|association|federation|republic|kingdom|states?|standards?|convention|treaty|constitution|rules|principles|information|data|subjects?|date|property|rights?|services?|deliverables?|works?|fees?|charges?|term|agreement|contract|form|order|days?|hours?|year|price|products?|goods|software|equipment|premises|materials?|parties|party|site|network|systems?|street|road|avenue|city|county|court)$/;
