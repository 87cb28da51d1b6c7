import { visible } from './datamark.ts';

/**
 * Patterns of sentences that tell the checker what to answer. They deliberately match only words about models, checks
 * and their answers, because contracts are full of instructions to people. They cover the languages of most published
 * attacks. The quote matcher and the support check limit the effect of sentences that the patterns miss.
 */
const patterns: RegExp[] = [
  // Phrases and tokens of chat formats.
  /<\|?\s*(?:im_start|im_end|system|assistant|endoftext|start_header_id)\b|\[\/?INST\]|<<\/?SYS>>/iu,
  /(?:^|[\s"'([{])(?:system|assistant|developer)\s*(?:prompt|message|override|instruction|note)?\s*:\s*(?:you|ignore|from now|the|all|mark|new|override|disregard|this|every)\b/iu,
  // Keys of Proviso's own answer schema.
  /["'](?:quotes|outcome|verdict|stance|label)["']\s*:\s*["'[]/iu,
  // Phrases that override instructions.
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier|preceding|all|your|any|other|these|those)\b[^.!?]{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|messages?|documents?|passages?|text|context)\b/iu,
  /\bdo\s+not\s+(?:quote|report|mention|cite|flag|reveal)\b[^.!?]{0,60}\b(?:passage|document|section|rule|clause|text|finding|violation)s?\b/iu,
  // Phrases that tell the reader which role to take.
  /\byou\s+are\s+(?:now\s+)?(?:an?\s+|the\s+)?(?:\p{L}{1,30}\s{1,8}){0,3}(?:ai|llm|language model|assistant|chatbot|checker|reviewer|auditor bot|compliance bot|grader)\b/iu,
  /\b(?:attention|note|message|instructions?|notice)\s+(?:to|for)\s+(?:(?:the|any|all|every)\s+)?(?:ai|llms?|language models?|assistants?|models?|automated (?:systems?|reviewers?|checkers?|tools?)|checkers?|reviewing (?:system|model|ai))\b/iu,
  /\b(?:ai|llm|language|large language)\s+(?:models?|assistants?|systems?|checkers?|reviewers?)\s+(?:must|should|shall|has to|have to|are to|is to|reading|processing|reviewing|evaluating|will)\b/iu,
  // Phrases that dictate the answer.
  /\b(?:mark|label|rate|report|classify|grade|score|set|treat|record|return|answer|respond|output|declare|consider)\b[^.!?]{0,100}\b(?:(?:every|all|each|any|the|this|these)\s+(?:\p{L}{1,30}\s{1,8}){0,3}|(?:as|with|to|that|is|are|be)\s{1,8})(?:(?:being|been|fully)\s{1,8})?["'“]?(?:confirmed|satisfied|entails|not[ _]found|compliant|fulfilled|passed|not_applicable)\b/iu,
  /\b(?:all|every|each|any)\s+(?:of\s+the\s+)?(?:rules?|checks?|requirements?|questions?|criteria|findings?|controls?)\b[^.!?]{0,40}\b(?:(?:is|are|be|been|being|as|counts?)\s+(?:\p{L}{1,30}\s{1,8}){0,3})(?:confirmed|satisfied|met|fulfilled|passed|compliant|not found|waived)\b/iu,
  /\b(?:respond|reply|answer|output)\s+(?:only\s+|exactly\s+|solely\s+)?with\b[^.!?]{0,40}\b(?:json|the word|yes|no|confirmed|satisfied|entails)\b/iu,
  // Phrases that override instructions or dictate the answer, in other languages.
  /\b(?:ignorier\p{L}{0,20}|vergiss|missacht\p{L}{0,20})\b[^.!?]{0,40}\b(?:anweisung\p{L}{0,20}|regeln?|vorgaben?|befehle?)\b/iu,
  /\b(?:markier\p{L}{0,20}|bewert\p{L}{0,20}|kennzeichne\p{L}{0,20}|melde\p{L}{0,20}|antworte\p{L}{0,20})\b[^.!?]{0,60}\b(?:alle|jede\p{L}{0,20})\b[^.!?]{0,60}\b(?:confirmed|bestätigt|erfüllt|satisfied)\b/iu,
  /\b(?:ignore[zr]?|oublie[zr]?|ne tene?z pas compte)\b[^.!?]{0,40}\b(?:instructions?|consignes?|règles?)\b/iu,
  /\b(?:marque[zr]?|considère[zr]?|indique[zr]?|répond(?:s|ez)|déclare[zr]?)\b[^.!?]{0,60}\b(?:toutes?|tous|chaque)\b[^.!?]{0,60}\b(?:confirmed|confirmée?s?|satisfaites?|satisfied|conformes?)\b/iu,
  /\b(?:ignora|ignore|olvida|omite)\b[^.!?]{0,40}\b(?:instrucciones|reglas|indicaciones|istruzioni|regole)\b/iu,
  /\b(?:marca|marque|considera|considere|responde|responda|declara|declare|segna)\b[^.!?]{0,60}\b(?:todas?|todos|cada|tutte|tutti|ogni)\b[^.!?]{0,60}\b(?:confirmed|confirmad\p{L}{0,20}|cumplid\p{L}{0,20}|satisfech\p{L}{0,20}|satisfied|confermat\p{L}{0,20}|soddisfatt\p{L}{0,20})\b/iu,
  /(?:игнорируй|игнорируйте|забудь|забудьте)[^.!?]{0,40}(?:инструкц|правил|указан)/iu,
  /(?:忽略|无视|無視)[^。！？]{0,20}(?:指令|指示|说明|規則|规则)|指示を無視/u,
];

const encoded = /[A-Za-z0-9+/]{32,}={0,2}/g;

/**
 * Whether a text reads like an instruction to the checker: as written, without its hidden characters, decoded from
 * base64, or with its spaced-out letters joined.
 */
export function isInstructionLike(text: string): boolean {
  const shown = visible(text).normalize('NFKC');
  const spaced = respaced(text);
  return (
    matches(shown) ||
    (spaced !== shown && matches(spaced)) ||
    decodings(shown).some(matches) ||
    isSpelledOut(shown)
  );
}

function matches(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}

/** Replaces invisible characters between words by spaces: some payloads use them instead of spaces. */
function respaced(text: string): string {
  return visible(text.replace(/[\u200b-\u200d\u2060\ufeff\u00ad]+/gu, ' ')).normalize('NFKC');
}

/** Matches spaced-out letters, which PDF readers return for words that invisible characters split. */
const spelled = /(?:\p{L}[^\p{L}\p{N}]{1,3}){11,}\p{L}(?!\p{L})/gu;
const spelledOrders =
  /(?:ignore|disregard|forget)(?:all|any|the|your|previous|prior|above)|(?:previous|prior|above|your)instructions|(?:mark|label|report|treat)(?:all|every|each|any|the)(?:rules?|checks?|requirements?)|as(?:confirmed|satisfied)|systemprompt|youarenow/i;

function isSpelledOut(text: string): boolean {
  if (!mayBeSpelledOut(text)) return false;
  return (text.match(spelled) ?? []).some((run) => spelledOrders.test(run.replace(/[^\p{L}]/gu, '')));
}

const fewestSpelled = 12;

/**
 * Whether the pattern for spaced-out letters may match. A scan of the characters takes a fraction of the pattern's time,
 * and hardly any sentence has twelve single letters. Text with letters outside ASCII is left to the pattern.
 */
function mayBeSpelledOut(text: string): boolean {
  let letters = 0;
  let others = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isPunctuation = code < 0x80 || (code >= 0x2000 && code <= 0x206f);
    if (!isPunctuation) return true;
    const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a && code < 0x80;
    if (isLetter) {
      letters = others >= 1 && others <= 3 ? letters + 1 : 1;
      others = 0;
      if (letters >= fewestSpelled) return true;
    } else if (code >= 0x30 && code <= 0x39) [letters, others] = [0, 1];
    else others += 1;
  }
  return false;
}

function decodings(text: string): string[] {
  return (text.match(encoded) ?? []).flatMap((code) => {
    const decoded = Buffer.from(code, 'base64').toString('utf8');
    return /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}\s]+$/u.test(decoded) ? [decoded] : [];
  });
}
