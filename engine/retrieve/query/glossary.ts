import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';

/**
 * The names of a thing, and the words that documents use for it. Each name and each wording is a row of adjacent terms.
 */
export type GlossaryEntry = {
  names: readonly (readonly string[])[];
  wordings: readonly (readonly string[])[];
};

/** Matches a heading or a file name above explanations that are listed line by line. */
const glossaryTitle =
  /\b(?:glossar(?:y|ies)|abbreviations?|acronyms?|synonyms?|vocabulary|terminology|definitions?|defined terms)\b/iu;
/**
 * Matches a line of a glossary, such as "- Capital expenditures (capex): purchases of property; additions to property",
 * or a row of a table with bars.
 */
const explained =
  /^(?:[|*•–-] ?){0,2}(?<name>[^:;|()]{2,60}?) ?(?:\((?<others>[^()]{1,120})\) ?)?(?:: |\| ?)(?<wordings>[^|]{1,600})/u;
/**
 * Matches a definition such as “Incident” means an event that …. Such a definition is also accepted outside of
 * glossaries, because the word “means” identifies it.
 */
const defined =
  /^(?:[*•–-] ?)?["“](?<name>[^"“”]{2,60})["”],? (?:means|refers to|stands for|is defined as) (?<wordings>.{1,600})/u;
/** Matches a cell in the first row of a table of terms. */
const columnNames = /^(?:term|name|word|abbreviation|acronym|expression)s?$/iu;
const longestName = 6;
/**
 * How many words at the beginning of a definition are used. These words name the kind of thing; the words after them
 * narrow it.
 */
const longestWording = 12;

/** Whether a heading or a file name announces definitions. */
export function isGlossary(title: string): boolean {
  return glossaryTitle.test(title);
}

/**
 * The definitions in a sentence or line. A sentence with "means" is a definition anywhere. A line such as "name (other
 * names): wording; wording" is a definition only within a glossary.
 */
export function explainedBy(line: string, language: Language, inGlossary: boolean): GlossaryEntry[] {
  return line.split(/\n(?=\s{0,8}\|)/).flatMap((part) => {
    const text = part.replace(/\s+/g, ' ').trim();
    const found = (defined.exec(text) ?? (inGlossary ? explained.exec(text) : null))?.groups;
    if (!found || columnNames.test(found.name ?? '')) return [];
    const names = [found.name ?? '', ...(found.others ?? '').split(/[,;]/)]
      .map((name) => contentTerms(name, language))
      .filter((row) => row.length <= longestName && row.join('').length > 1);
    const wordings = (found.wordings ?? '')
      .split(';')
      .map((wording) => contentTerms(wording, language).slice(0, longestWording))
      .filter((row) => row.length > 0);
    return names.length > 0 && wordings.length > 0 ? [{ names, wordings }] : [];
  });
}
