import { type Checker, createLexicalChecker, heldOutWeights } from '../../../engine/index.ts';
import type { BenchContext } from './bench.ts';
import type { NliDocument } from './nli-documents.ts';
import { scoredStatements } from './scored-statements.ts';

/** A lexical checker for each document whose weights were learned without the document and without the rule. */
export async function heldOutCheckers(
  context: BenchContext,
  documents: readonly NliDocument[],
): Promise<(document: NliDocument) => Checker> {
  const weightsOf = heldOutWeights(await scoredStatements(context, documents));
  return ({ id }) => createLexicalChecker(({ name }) => weightsOf(name, String(id)));
}
