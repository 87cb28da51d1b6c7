/** The length from which a piece is complete, in characters. */
const pieceCharacters = 64 * 1024;
/** How many objects inside each other have their fields in different pieces. */
const deepest = 4;

/**
 * The pieces of what `JSON.stringify` returns for an object, made one at a time, so that other requests are answered
 * between them. A field of the outer objects, or an entry of a list in them, is never divided.
 */
export function* jsonPieces(value: object): Generator<string, void, undefined> {
  let piece = '';
  for (const part of partsOf(value, deepest)) {
    piece += part;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* partsOf(value: unknown, depth: number): Generator<string, void, undefined> {
  if (Array.isArray(value)) {
    let before = '[';
    for (const entry of value) {
      yield `${before}${JSON.stringify(entry) ?? 'null'}`;
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value);
  } else {
    let before = '{';
    for (const [key, field] of Object.entries(value)) {
      if (field === undefined || typeof field === 'function' || typeof field === 'symbol') continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* partsOf(field, depth - 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}
