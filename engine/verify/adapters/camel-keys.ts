/** A JSON value with its keys in camel case: SDKs for Python write `page_content`, others `pageContent`. */
export function withCamelKeys(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((one) => withCamelKeys(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key.replace(/_(\p{Ll})/gu, (_, letter: string) => letter.toUpperCase()),
      withCamelKeys(one, depth + 1),
    ]),
  );
}

/** Deeper values than this are in no answer of the supported systems. */
const deepest = 12;
