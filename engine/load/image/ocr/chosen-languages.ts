import type { Recognition } from '../../../ports.ts';
import { ownRecognition } from './languages.ts';

let chosen: Recognition | null = null;

/** Sets the languages of the next pictures; a process reads one file at a time. Null: English. */
export function chooseLanguages(recognition: Recognition | null): void {
  chosen = recognition;
}

export function chosenLanguages(): Recognition {
  return chosen ?? ownRecognition();
}
