/** Word embeddings of a language: words that occur in the same contexts have similar vectors. */
export type WordVectors = {
  /** Whether a term occurred in the training data. */
  knows(term: string): boolean;
  /** The similarity of terms to a given one: 1 for itself, 0 for a term that did not occur in the training data. */
  likenessTo(term: string): (other: string) => number;
  /**
   * The mean vector of several terms, in which frequent terms count less; null if none of them occurred in the training
   * data.
   */
  directionOf(terms: readonly string[]): Float32Array | null;
};

/**
 * The stored format. `terms` and `perMillion` (each term's frequency per million words) are separated by spaces. `rows`
 * contains the terms' vectors one after another, in Base64; each component of a vector is a signed 8-bit integer.
 */
export type StoredVectors = { dimensions: number; terms: string; perMillion: string; rows: string };

/**
 * The constant `a` of the weight of a word, a / (a + the word's share of all words), by which frequent words count less
 * (Arora, Liang and Ma, ICLR 2017).
 */
const telling = 1e-3;
/** The similarities of at most this many terms are cached. */
const mostTerms = 2_000;

/** Reads stored vectors. Vectors are unpacked, and similarities computed, on first use. */
export function readVectors({ dimensions, terms, perMillion, rows }: StoredVectors): WordVectors {
  const places = new Map(terms.split(' ').map((term, at) => [term, at]));
  const shares = perMillion.split(' ').map((count) => Number(count) / 1e6);
  const bytes = Buffer.from(rows, 'base64');
  const unpacked = new Map<number, Float32Array>();
  const likenesses = new Map<string, (other: string) => number>();
  const directions = new WeakMap<readonly string[], Float32Array | null>();

  function vectorAt(place: number): Float32Array {
    const known = unpacked.get(place);
    if (known) return known;
    const from = place * dimensions;
    const row = unit(Float32Array.from({ length: dimensions }, (_, at) => bytes.readInt8(from + at)));
    unpacked.set(place, row);
    return row;
  }

  return {
    knows: (term) => places.has(term),
    likenessTo(term) {
      const known = likenesses.get(term);
      if (known) return known;
      if (likenesses.size >= mostTerms) likenesses.clear();
      const place = places.get(term);
      const values = new Float64Array(place === undefined ? 0 : places.size).fill(Number.NaN);
      const likeness = (other: string): number => {
        if (other === term) return 1;
        const at = places.get(other);
        if (place === undefined || at === undefined) return 0;
        const computed = values[at] ?? Number.NaN;
        if (!Number.isNaN(computed)) return computed;
        const value = cosine(vectorAt(place), vectorAt(at));
        values[at] = value;
        return value;
      };
      likenesses.set(term, likeness);
      return likeness;
    },
    directionOf(terms) {
      const known = directions.get(terms);
      if (known !== undefined) return known;
      const sum = new Float32Array(dimensions);
      const met = terms.flatMap((term) => places.get(term) ?? []);
      for (const place of met) {
        const row = vectorAt(place);
        const weight = telling / (telling + (shares[place] ?? 0));
        for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + weight * (row[at] ?? 0);
      }
      const direction = met.length > 0 ? unit(sum) : null;
      directions.set(terms, direction);
      return direction;
    },
  };
}

/** Cosine of two unit vectors. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function unit(row: Float32Array): Float32Array {
  const length = Math.sqrt(cosine(row, row)) || 1;
  return row.map((value) => value / length);
}
