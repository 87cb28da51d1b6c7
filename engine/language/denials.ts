import { words } from './words.ts';

/** The words that deny, in the languages of most contracts. In other languages no denial is seen. */
const denials = words(`
  not no never neither nor none nothing nobody cannot without prohibited forbidden prohibits prohibit forbids forbid
  refrain refrains refrained barred abstain abstains unable excluded fail fails failed
  nicht kein keine keinen keiner keinem keines niemals nie niemand ohne weder
  pas jamais aucun aucune sans ni non ningún ninguna ninguno nunca sin nessun nessuna mai senza não nenhum sem
  niet geen nooit zonder inte ingen aldrig utan bez`);

/** Whether a word, in lower case, denies. */
export function isDenial(word: string): boolean {
  return denials.has(word) || word.endsWith("n't");
}
