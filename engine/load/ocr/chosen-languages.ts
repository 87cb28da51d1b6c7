import type { Recognition } from '../../ports.ts';
import { ownRecognition } from './languages.ts';

let chosen: Recognition | null = null;

/** From now on pictures are read in these languages; a process reads one file at a time. Null: in English. */
export function chooseLanguages(recognition: Recognition | null): void {
  chosen = recognition;
}

export function chosenLanguages(): Recognition {
  return chosen ?? ownRecognition();
}
