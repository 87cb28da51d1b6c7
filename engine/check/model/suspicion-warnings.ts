import { locatorAt } from '../../cite/locator-at.ts';
import type { Passage } from '../../model/passage.ts';
import type { Warning } from '../../model/result.ts';
import { placeWords } from '../../model/wording/place-words.ts';
import { isSuspicious } from './shown-documents.ts';

/** One warning for each passage that reads like an instruction to its reader. */
export function suspicionWarnings(passages: readonly Passage[]): Warning[] {
  return passages.filter(isSuspicious).map((passage) => {
    const { name, content } = passage.source;
    return {
      code: 'instruction_like_text',
      message: `"${name}", ${placeWords(locatorAt(content, passage))}, contains text that reads like an instruction to the checker. Proviso did not show it to the model; read it yourself.`,
      file: name,
    };
  });
}
