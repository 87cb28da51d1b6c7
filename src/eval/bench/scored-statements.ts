import { measuredRule, type ScoredRule } from '../../../engine/index.ts';
import { askOfText } from './ask.ts';
import type { BenchContext } from './bench.ts';
import { type NliDocument, rulesOf } from './nli-documents.ts';

/**
 * Computes, with the lexical checker, the features of each ContractNLI statement for each document. The weights of the
 * checker are learned from these features.
 */
export async function scoredStatements(
  context: BenchContext,
  documents: readonly NliDocument[],
): Promise<ScoredRule[]> {
  const scored: ScoredRule[] = [];
  for (const document of documents) {
    const rules = rulesOf(document);
    const asked = await askOfText(context, document.text, rules);
    document.annotations.forEach(({ hypothesis, label, spans }, at) => {
      const [rule, evidence] = [rules[at], asked[at]?.evidence];
      if (!rule || !evidence) return;
      const measured = measuredRule(rule, evidence);
      if (!measured) return;
      const gold = document.spans.filter((_, index) => spans.includes(index));
      scored.push({
        document: String(document.id),
        rule: hypothesis,
        stated: label !== 'NotMentioned',
        measured,
        bears: measured.sentences.map(({ candidate: { sentence } }) =>
          gold.some(([start, end]) => sentence.start < end && start < sentence.end),
        ),
      });
    });
  }
  return scored;
}
