import { readableText } from '../../chunk/readable-text.ts';
import type { RunEmbedder } from '../../llm/embedding/embedder.ts';
import { ProvisoError } from '../../model/errors.ts';
import type { Passage } from '../../model/passage.ts';
import type { Warning } from '../../model/result.ts';
import type { Rule } from '../../model/rule.ts';
import type { Source } from '../../model/source.ts';
import type { Effort } from '../../model/usage.ts';
import { asStep, type StepConfig } from '../../runtime/step.ts';
import type { Evidence } from '../evidence.ts';
import type { PassageIndex } from '../passage-index.ts';
import { byScore, type Scored } from '../query/bm25.ts';

/** The sources to search, and the index that contains their passages. */
type Searched = { sources: readonly Source[]; passageIndex: Pick<PassageIndex, 'passagesOf'> };

/** Searches for passages that mean what a rule means, in addition to those that share its words. */
export type MeaningSearch = {
  /**
   * Returns the evidence with its input passages in the merged order of both searches. After the embedding server has
   * failed, the evidence is unchanged. Throws the signal's reason when it is aborted.
   */
  refine(evidence: Evidence, rule: Rule, searched: Searched, config: StepConfig): Promise<Evidence>;
  warnings(): Warning[];
  /** Releases the vectors of sources that are not searched again. */
  forget(sources: readonly Source[]): void;
};

/** The vectors of one source, concatenated in the order of its passages. */
type SourceVectors = { passages: readonly Passage[]; values: Float32Array; size: number };

/**
 * Maximum bytes of vectors that one run stores in memory. If the vectors of all passages need more, the search uses
 * words alone.
 */
const mostVectorBytes = 256 * 1024 * 1024;
const passagesAtOnce = 1_024;

/**
 * Creates the search of one run, which covers all its indexes. `most` is the number of input passages to retrieve for a
 * rule. No request is sent before the first search of a source.
 */
export function createMeaningSearch(
  embedder: RunEmbedder,
  most: number,
  mostBytes = mostVectorBytes,
): MeaningSearch {
  const embedded = new Map<Source, Promise<SourceVectors>>();
  const queries = new Map<string, Promise<Float32Array[]>>();
  const stopped = new AbortController();
  /** Bytes of the vectors of each source; `bytes` is their sum. */
  const taken = new Map<Source, number>();
  let bytes = 0;

  async function embedSource(
    source: Source,
    own: readonly Passage[],
    signal: AbortSignal,
  ): Promise<SourceVectors> {
    let values = new Float32Array(0);
    let size = 0;
    for (let from = 0; from < own.length; from += passagesAtOnce) {
      const vectors = await embedder.embed(own.slice(from, from + passagesAtOnce).map(passageText), signal);
      if (from === 0) {
        size = vectors[0]?.length ?? 0;
        values = room(source, own.length * size);
      }
      vectors.forEach((vector, at) => {
        values.set(vector.subarray(0, size), (from + at) * size);
      });
    }
    return { passages: own, values, size };
  }

  function room(source: Source, numbers: number): Float32Array<ArrayBuffer> {
    const own = numbers * Float32Array.BYTES_PER_ELEMENT;
    taken.set(source, own);
    bytes += own;
    if (bytes > mostBytes)
      throw new ProvisoError(
        'too_many_vectors',
        'the files have more passages than can be searched by meaning.',
      );
    return new Float32Array(numbers);
  }

  function vectorsOf(
    source: Source,
    passageIndex: Searched['passageIndex'],
    signal: AbortSignal,
  ): Promise<SourceVectors> {
    const known = embedded.get(source) ?? embedSource(source, passageIndex.passagesOf(source), signal);
    embedded.set(source, known);
    return known;
  }

  async function nearest(
    text: string,
    { sources, passageIndex }: Searched,
    signal: AbortSignal,
  ): Promise<Scored[]> {
    const inputs = sources.filter(({ role }) => role === 'input');
    const vectors = await Promise.all(inputs.map((source) => vectorsOf(source, passageIndex, signal)));
    const asked = queries.get(text) ?? embedder.embed([text], signal);
    queries.set(text, asked);
    const [query] = await asked;
    if (!query) return [];
    return vectors.flatMap((own) => scoresOf(own, query)).sort(byScore);
  }

  return {
    async refine(evidence, rule, searched, config) {
      if (stopped.signal.aborted) return evidence;
      const { signal } = config;
      try {
        const either = AbortSignal.any([signal, stopped.signal]);
        const text = queryText(rule);
        const shown = {
          name: 'search by meaning',
          input: { query: text },
          output: (found: Scored[]) => ({ passages: found.slice(0, most).map(({ passage }) => passage.id) }),
        };
        const near = await asStep(shown, { ...config, signal: either }, () =>
          nearest(text, searched, either),
        );
        return { ...evidence, inputs: fuseScores(evidence.inputs, near, embedder.share).slice(0, most) };
      } catch (error) {
        signal.throwIfAborted();
        if (!stopped.signal.aborted) stopped.abort(error);
        if (!(stopped.signal.reason instanceof ProvisoError)) throw error;
        embedded.clear();
        return evidence;
      }
    },
    warnings() {
      const { reason } = stopped.signal;
      if (!(reason instanceof ProvisoError)) return [];
      return [
        {
          code: 'embeddings_failed',
          message: `Passages were searched by words alone, not by meaning: ${reason.message}`,
        },
      ];
    },
    forget(sources) {
      for (const source of sources) {
        bytes -= taken.get(source) ?? 0;
        taken.delete(source);
        embedded.delete(source);
      }
    },
  };
}

/** The estimated usage for embedding some passages. */
export function passagesEffort(passages: readonly Passage[], embedder: RunEmbedder): Effort {
  return embedder.effort(passages.map(passageText));
}

/** The estimated usage for embedding some rules. */
export function rulesEffort(rules: readonly Rule[], embedder: RunEmbedder): Effort[] {
  return rules.map((rule) => embedder.effort([queryText(rule)]));
}

/** The text that is embedded for a passage. It begins with the heading, because the heading names the topic. */
function passageText(passage: Passage): string {
  const heading = passage.headingPath.at(-1);
  const text = readableText(passage.source.content, passage);
  return heading === undefined || text.startsWith(heading) ? text : `${heading}\n${text}`;
}

function queryText({ name, description }: Rule): string {
  return description.startsWith(name) ? description : `${name}\n${description}`;
}

function scoresOf({ passages, values, size }: SourceVectors, query: Float32Array): Scored[] {
  return passages.map((passage, at) => {
    const from = at * size;
    let score = 0;
    for (let place = 0; place < size; place += 1) score += (values[from + place] ?? 0) * (query[place] ?? 0);
    return { passage, score };
  });
}

/**
 * Merges two rankings by adding their scaled scores. Scores of `first` are divided by its best score; scores of
 * `second` are scaled from 0 for the worst to 1 for the best. `share`, 0 to 1, is the weight of `second`; the weight of
 * `first` is 1 minus `share`. A passage that `first` does not contain has the score 0 there; `second` contains all
 * passages.
 *
 * On contracts, the results were better with added scores than with reciprocal ranks: a passage with by far the best
 * score of one search stays near the top, even if the other search misses it.
 */
export function fuseScores(first: readonly Scored[], second: readonly Scored[], share: number): Scored[] {
  const best = first.reduce((high, { score }) => Math.max(high, score), 0);
  const fused = new Map<Scored['passage'], number>();
  if (share < 1)
    for (const { passage, score } of first) fused.set(passage, best > 0 ? ((1 - share) * score) / best : 0);
  const scores = second.map(({ score }) => score);
  const least = scores.reduce((low, score) => Math.min(low, score), Number.POSITIVE_INFINITY);
  const range = scores.reduce((high, score) => Math.max(high, score), Number.NEGATIVE_INFINITY) - least;
  for (const { passage, score } of second) {
    const own = range > 0 ? (share * (score - least)) / range : 0;
    fused.set(passage, (fused.get(passage) ?? 0) + own);
  }
  return [...fused].map(([passage, score]) => ({ passage, score })).sort(byScore);
}
