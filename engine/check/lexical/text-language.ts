import { detectLanguage } from '../../language/detect.ts';
import { english } from '../../language/english.ts';
import type { Language } from '../../language/language.ts';
import type { Evidence } from '../../retrieve/evidence.ts';

/** The language of the file with the best passage; English when there are no passages. */
export function languageOf([first]: Evidence['inputs']): Language {
  return first ? detectLanguage(first.passage.source.content.text) : english;
}
