import fc from 'fast-check';

/** To look for counterexamples with other inputs, set another seed and raise `numRuns`. */
fc.configureGlobal({ seed: 20261123 });
