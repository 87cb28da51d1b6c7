/** Matches the end of a model's thinking, in the forms that models use. */
const thinkingEnd = /[<[◁]\/think(?:ing)?[>\]▷]|<\|message\|>/giu;
const thinkingStart = /[<[◁]think(?:ing)?[>\]▷]/iu;
/** Maximum places at which a JSON object is searched in a text with other words. */
const mostPlaces = 100;

/**
 * The JSON value in a model's text: after the model's thinking, alone, in a code fence or between other words. Undefined
 * when there is none, when there are several that differ, or when the thinking has no end.
 */
export function jsonIn(text: string): unknown {
  const whole = parsed(text);
  if (whole !== undefined) return whole;
  const end = [...text.matchAll(thinkingEnd)].at(-1);
  const answer = end === undefined ? text : text.slice(end.index + end[0].length);
  if (thinkingStart.test(answer)) return undefined;
  const alone = parsed(answer);
  if (alone !== undefined) return alone;
  const [first, ...others] = objectsIn(answer);
  const same = JSON.stringify(first);
  return others.every((other) => JSON.stringify(other) === same) ? first : undefined;
}

/** The JSON objects in a text that are not part of another one. */
function objectsIn(text: string): unknown[] {
  const objects: unknown[] = [];
  let at = text.indexOf('{');
  for (let places = 0; at >= 0 && places < mostPlaces; places += 1) {
    const end = endOfObject(text, at);
    const value = end === null ? undefined : parsed(text.slice(at, end));
    if (value !== undefined) objects.push(value);
    at = text.indexOf('{', value === undefined || end === null ? at + 1 : end);
  }
  return objects;
}

/** The offset after the brace that closes the one at `start`; null if none does. */
function endOfObject(text: string, start: number): number | null {
  const signs = /[{}]|"(?:[^"\\]|\\.)*"/gsu;
  signs.lastIndex = start;
  let depth = 0;
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    if (sign[0] === '{') depth += 1;
    if (sign[0] === '}') depth -= 1;
    if (depth === 0) return signs.lastIndex;
  }
  return null;
}

function parsed(text: string): unknown {
  const value = jsonOf(text);
  // Some models write the answer as JSON into a string of JSON.
  if (typeof value === 'string') return parsed(value);
  return value ?? (/^\s*[{[]/.test(text) ? (jsonOf(asJson(text)) ?? undefined) : undefined);
}

/**
 * A text that is nearly JSON as JSON: with strings and constants as Python writes them, with line ends in strings, or
 * with a comma after the last item.
 */
function asJson(text: string): string {
  const constants: Record<string, string> = { None: 'null', True: 'true', False: 'false' };
  const tokens = /"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)|,(?=\s*[}\]])|\b(?:None|True|False)\b/gs;
  return text.replace(tokens, (token) => {
    if (token === ',') return '';
    const words = token.startsWith("'")
      ? `"${token.slice(1, -1).replaceAll("\\'", "'").replace(/\\?"/g, '\\"')}"`
      : token;
    return constants[token] ?? words.replace(/[\n\r\t]/g, (sign) => JSON.stringify(sign).slice(1, -1));
  });
}

/** The JSON of a body; null when it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
