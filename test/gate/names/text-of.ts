/** A line of a file that is searched for retired words. */
export type Line = { line: number; text: string };

/** Matches strings, comments and regular expressions of TypeScript. All other text is code. */
const tokens =
  /(?<comment>\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*)|(?<text>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|(?<pattern>(?<=[=(,:[!&|?{;\n]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*)/g;

/** Matches the code before the title of a test or before the first value of a test case. */
const beforeTitle = /\b(?:it|test|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*$|\b(?:about|title):\s*$/;

/**
 * The lines of a source file. In a test file, strings other than titles are left out, because they are documents, rules
 * and expected messages.
 */
export function linesOf(path: string, content: string): Line[] {
  const isTest = path.startsWith('test/') && /\.(?:ts|mjs)$/.test(path);
  const text = isTest ? withoutData(content) : content;
  return text.split('\n').map((line, at) => ({ line: at + 1, text: line }));
}

function withoutData(content: string): string {
  return content.replace(tokens, (token, ...rest) => {
    const groups: Record<string, string | undefined> = rest.at(-1);
    const at: number = rest.at(-3);
    if (groups.comment !== undefined) return token;
    if (groups.text !== undefined && beforeTitle.test(content.slice(Math.max(0, at - 200), at))) return token;
    return token.replace(/[^\n]/g, ' ');
  });
}
