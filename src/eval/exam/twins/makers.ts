import type { Kind } from '../kinds.ts';
import * as elsewhere from './elsewhere.ts';
import * as inSentence from './in-sentence.ts';
import type { Maker } from './made.ts';

/** The function that makes the pairs of each kind. */
export const makers: Record<Kind, Maker> = {
  ...inSentence,
  'exception-in-sentence': elsewhere.exceptionInSentence,
  'exception-next': elsewhere.exceptionNext,
  'exception-far': elsewhere.exceptionFar,
  'cross-reference': elsewhere.crossReference,
  'one-of-two': elsewhere.oneOfTwo,
  amendment: elsewhere.amendment,
  deletion: elsewhere.deletion,
  rejection: elsewhere.rejection,
  former: elsewhere.former,
  table: elsewhere.table,
};
