import type { Recognition } from '../../../ports.ts';
import { ownRecognition } from './languages.ts';

let chosen: Recognition | null = null;

/**
 * Sets the languages for the pictures that this process recognises from now on; null is English. One setting is enough,
 * because a process reads one file at a time.
 */
export function chooseLanguages(recognition: Recognition | null): void {
  chosen = recognition;
}

export function chosenLanguages(): Recognition {
  return chosen ?? ownRecognition();
}
