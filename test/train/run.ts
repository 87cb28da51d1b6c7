/** Learns the word vectors first, because the weights depend on the vectors. */
await import('./words.ts');
await import('./weights.ts');
