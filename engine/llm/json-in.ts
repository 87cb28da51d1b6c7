/** The JSON value in a model's text, also when it stands in a code fence or after a model's thinking; undefined when there is none. */
export function jsonIn(text: string): unknown {
  const said = text.replace(/^\s*<think>[\s\S]*?<\/think>/u, '').trim();
  const fenced = /^```[a-z]*\s*\n([\s\S]*?)\n?```$/iu.exec(said)?.[1];
  try {
    return JSON.parse(fenced ?? said);
  } catch {
    return undefined;
  }
}

/** The JSON that a body is; null when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
