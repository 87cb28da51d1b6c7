import { english } from '../../../../engine/language/english.ts';
import { tokenize } from '../../../../engine/language/tokens.ts';

// Reads texts that are together far larger than the heap of this process, each with a word that no other text has.
for (let at = 0; at < 200; at += 1) {
  const word = `extraordinarily${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26)).repeat(8)}`;
  if (tokenize(`${' '.repeat(2 ** 20)}${word}`, english).length !== 1)
    throw new Error('one word was expected');
}
