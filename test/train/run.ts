/** Learns first the vectors of words, then the weights, which are learned with these vectors. */
await import('./words.ts');
await import('./weights.ts');
