import type { Recognition } from '../../../ports.ts';
import { ownRecognition } from './languages.ts';

let chosen: Recognition | null = null;

/**
 * Sets the languages in which this process recognises the text of pictures from now on; null means English. One setting
 * per process is enough, because a process reads one file at a time.
 */
export function chooseLanguages(recognition: Recognition | null): void {
  chosen = recognition;
}

export function chosenLanguages(): Recognition {
  return chosen ?? ownRecognition();
}
