import type { ModelSettings } from '../../llm/model-settings.ts';
import type { Passage } from '../../model/passage.ts';
import { inBatches } from '../../model/sorted.ts';
import type { Source } from '../../model/source.ts';
import type { Evidence } from '../../retrieve/evidence.ts';
import type { Question } from '../checker.ts';
import {
  isSuspicious,
  type Numbering,
  type ShownDocuments,
  type ShownPassage,
  showDocuments,
  shownPassage,
} from './shown-documents.ts';

type Sizes = Pick<ModelSettings, 'readTokens' | 'passageTokens' | 'passageShare'>;

/** The text of one subject as a model sees it. */
export type SubjectText = {
  /** The whole text if it fits into one call; null otherwise. */
  whole: ShownDocuments | null;
  /** All input passages, split into parts that each fit into one call. */
  parts: readonly ShownPassage[][];
  /** Passages that read like instructions: the model never sees them. */
  withheld: readonly Passage[];
  /** The passages retrieved for a rule, as many as fit, in document order. */
  retrieved(evidence: Evidence): ShownDocuments;
  /**
   * A part of the input, followed by the knowledge passages retrieved for a rule. The part comes first because it is
   * the same for every rule.
   */
  part(passages: readonly ShownPassage[], evidence: Evidence): ShownDocuments;
};

/** Maximum share of `passageTokens` that passages of knowledge files can have in a call. */
const authorityShare = 0.25;

/**
 * Prepares the text of a subject once for all rules. The markers that separate the text of documents from Proviso's own
 * text in a prompt are derived from `secret`.
 */
export function createSubjectText(
  { searched, passages }: Pick<Question, 'searched' | 'passages'>,
  { readTokens, passageTokens, passageShare }: Sizes,
  look: { secret: string; numbering: Numbering },
): SubjectText {
  const own = new Set<Source>(searched);
  const numbers = new Map(searched.map((source, index) => [source, index + 1]));
  const shown = new Map<Passage, ShownPassage>();
  const withheld: Passage[] = [];
  let number = 0;
  let sentences = 0;
  for (const passage of passages.values()) {
    if (!own.has(passage.source)) continue;
    number += 1;
    if (isSuspicious(passage)) {
      withheld.push(passage);
      continue;
    }
    const fileNumber = numbers.get(passage.source) ?? 0;
    const at = { number, firstSentence: sentences + 1, fileNumber };
    const one = shownPassage(passage, { ...at, numbering: look.numbering });
    sentences += one.sentences.length;
    shown.set(passage, one);
  }
  const all = [...shown.values()];
  const total = all.reduce((sum, { tokens }) => sum + tokens, 0);
  const inputs = all.filter(({ passage }) => passage.source.role === 'input');
  const chosenTokens = Math.min(readTokens, Math.max(passageTokens, Math.floor(total * passageShare)));
  const authorityFor = ({ authority }: Evidence) =>
    fitting(
      authority.flatMap(({ passage }) => shown.get(passage) ?? []),
      passageTokens * authorityShare,
    );

  return {
    whole: total <= readTokens ? showDocuments(all, look) : null,
    parts: inBatches(inputs, ({ tokens }) => tokens, { size: readTokens }),
    withheld,
    retrieved(evidence) {
      const authority = authorityFor(evidence);
      const left = chosenTokens - authority.reduce((sum, { tokens }) => sum + tokens, 0);
      const ranked = [...withExceptions(evidence)].flatMap((passage) => shown.get(passage) ?? []);
      const chosen = new Set([...authority, ...fitting(ranked, left)]);
      return showDocuments(
        all.filter((passage) => chosen.has(passage)),
        look,
      );
    },
    part(chosen, evidence) {
      const authority = new Set(authorityFor(evidence));
      return showDocuments([...chosen, ...all.filter((passage) => authority.has(passage))], look);
    },
  };
}

/** The retrieved passages of input files in this order: the five best, those that may limit the best, all others. */
function withExceptions({ inputs, exceptions }: Evidence): Set<Passage> {
  const best = inputs.slice(0, 5);
  return new Set([...best, ...exceptions, ...inputs].map(({ passage }) => passage));
}

function fitting(passages: readonly ShownPassage[], tokens: number): ShownPassage[] {
  let left = tokens;
  return passages.filter((passage) => {
    if (passage.tokens > left) return false;
    left -= passage.tokens;
    return true;
  });
}
