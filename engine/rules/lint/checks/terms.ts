import { english } from '../../../language/english.ts';
import { type Found, inDescription } from '../problem.ts';
import type { RuleReading } from '../reading.ts';

/** Matches abbreviations; a verb in capitals, as in "MUST NOT USE", is none. */
const abbreviation =
  /(?<![\p{L}\p{N}.&/-])(?<!\b(?:MUST|SHALL|SHOULD|MAY|NOT|ONLY) )\p{Lu}{2,7}(?:s(?!\p{L}))?(?![\p{L}\p{N}&]|[./-][\p{L}\p{N}])/gu;

/** The words that readers of all rules together know: the texts of the rules and of the knowledge files. */
export type KnownTexts = {
  /** The texts of the knowledge files. */
  knowledge: readonly string[];
  rules: readonly RuleReading[];
};

/**
 * Abbreviations that no rule and no knowledge file defines. An abbreviation is reported once, at the first rule that
 * uses it.
 */
export function undefinedTerms({ knowledge, rules }: KnownTexts): (Found & { index: number })[] {
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

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

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
