/** Learns the word vectors first and then the weights, which depend on the vectors. */
await import('./words.ts');
await import('./weights.ts');
