/**
 * BSON stores text as UTF-8, which cannot represent a lone surrogate (half of a character, which text from a damaged
 * file can contain). A lone surrogate is therefore stored as U+FFFE followed by the four hex digits of its code, so
 * that a record is read exactly as it was written. U+FFFE itself is stored in the same way.
 */
const mark = '\ufffe';
const needsMark = /[\ufffe\p{Surrogate}]/u;

/** Converts all text in a value for MongoDB. Objects other than arrays and plain objects are not changed. */
export function toBsonText<Value>(value: Value): Value;
export function toBsonText(value: unknown): unknown {
  return mapTexts(value, (text) =>
    needsMark.test(text)
      ? text.replace(/[\ufffe\p{Surrogate}]/gu, (half) => `${mark}${half.charCodeAt(0).toString(16)}`)
      : text,
  );
}

/** Restores the value that was given to `toBsonText`. */
export function fromBsonText<Value>(value: Value): Value;
export function fromBsonText(value: unknown): unknown {
  return mapTexts(value, (text) =>
    text.includes(mark)
      ? text.replace(/\ufffe([0-9a-f]{4})/g, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
      : text,
  );
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map)]));
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
