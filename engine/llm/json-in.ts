/**
 * The JSON value in a model's text, also inside a code fence or after the model's thinking; undefined when there is
 * none.
 */
export function jsonIn(text: string): unknown {
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/u, '').trim();
  const fenced = /^```[a-z]*\s*\n([\s\S]*?)\n?```$/iu.exec(answer)?.[1];
  try {
    return JSON.parse(fenced ?? answer);
  } catch {
    return undefined;
  }
}

/** The JSON of a body; null when it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
