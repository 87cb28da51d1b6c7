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
