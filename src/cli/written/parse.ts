import { isNode, isScalar, Lexer, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { badInput } from '../terminal/ending.ts';
import { type Path, type Problem, pathText, problemsOf } from './problems.ts';

/** A YAML or JSON file that a person wrote. */
export type Written = {
  /** The file's name in messages. */
  name: string;
  /** The text of the file. */
  text: string;
  value: unknown;
  /** The lines on which a comment may cut a sentence, because the text before it has no end. */
  cutLines(): number[];
  /**
   * Parses the value with the schema. Throws `bad_input`, whose message lists every problem with its line and its JSON
   * path.
   */
  as<Value>(schema: z.ZodType<Value>): Value;
  /** Creates a `bad_input` error that lists the problems, each with its line and its JSON path. */
  refusal(problems: readonly Problem[]): Error;
  /** Where a character of a text in the file is, by the path of the text and the offset in it. Null if there is no such text. */
  placeOf(path: Path, offset: number): FilePlace | null;
};

/** A place in a file; both count from 1, columns in UTF-16 code units. */
export type FilePlace = { line: number; column: number };

/**
 * Parses the text of a file, as JSON if its name ends in `.json`, otherwise as YAML. Throws `bad_input` if the text is
 * neither, has a duplicate key, or nests values too deeply.
 */
export function parseWritten(text: string, name: string): Written {
  ensureShallowText(text, name);
  const parsed = parsedYaml(text);
  const value = /\.json$/i.test(name) ? jsonOf(text, parsed, name) : yamlOf(parsed, name);
  ensureShallow(value, name);
  const refusal = (problems: readonly Problem[]) => refusalOf(problems, name, parsed);
  return {
    name,
    text,
    value,
    as: (schema) => checked(schema, value, refusal),
    refusal,
    placeOf: (path, offset) => placeOf(text, parsed, path, offset),
    cutLines: () => cutLinesOf(text, parsed),
  };
}

function jsonOf(text: string, { document, lineAt }: Parsed, name: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badInput(`${name} is not valid JSON`, error instanceof Error ? error.message : String(error));
  }
  // JSON.parse silently uses the last of two equal keys, so a rule could be lost.
  const twice = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY');
  const [first, ...others] = twice.map(({ pos }) => `${name}:${lineAt(pos[0])}  this key is a duplicate`);
  if (first !== undefined) throw badInput(`${name} has a duplicate key`, first, ...others);
  return value;
}

function yamlOf({ document, lineAt }: Parsed, name: string): unknown {
  const [first, ...others] = document.errors.map(
    ({ pos, message }) => `${name}:${lineAt(pos[0])}  ${message}`,
  );
  if (first !== undefined) throw badInput(`${name} is not valid YAML`, first, ...others);
  try {
    return document.toJS();
  } catch (error) {
    throw badInput(`${name} cannot be used`, error instanceof Error ? error.message : String(error));
  }
}

/**
 * The maximum nesting of values, far deeper than any outputFormat needs. Without a maximum, endless nesting would
 * exhaust the memory.
 */
const deepest = 64;

/**
 * Throws `bad_input` if the value is nested too deeply. With a YAML alias that refers to a value around the alias, a
 * short file can nest values endlessly.
 */
function ensureShallow(value: unknown, name: string, depth = 0): void {
  if (depth > deepest) throw badInput(`${name} nests its values more than ${deepest} levels deep`);
  if (value === null || typeof value !== 'object') return;
  for (const member of Object.values(value)) ensureShallow(member, name, depth + 1);
}

/**
 * Throws `bad_input` if brackets, or dashes and question marks in one line, nest more deeply than `deepest`. The parsers
 * call themselves for each level, so that deep nesting would end the process; the lexer does not.
 */
function ensureShallowText(text: string, name: string): void {
  let brackets = 0;
  let inLine = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '-' || token === '?') inLine += 1;
    else if (token.startsWith('\n') || token.startsWith('\r')) inLine = 0;
    if (brackets + inLine > deepest)
      throw badInput(`${name} nests its values more than ${deepest} levels deep`);
  }
}

/** The YAML parser finds the line numbers of JSON files too, because JSON is a subset of YAML. */
function parsedYaml(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  return {
    document,
    lineAt: (offset: number) => lines.linePos(offset).line,
    placeAt: (offset: number) => lines.linePos(offset),
  };
}

type Parsed = ReturnType<typeof parsedYaml>;

/** A text of fewer words before a comment is a name or a value, not a sentence. */
const leastWords = 4;

function cutLinesOf(text: string, { document, lineAt }: Parsed): number[] {
  const lines: number[] = [];
  visit(document, {
    Scalar(_, { type, value, range }) {
      if (type !== 'PLAIN' || typeof value !== 'string' || !range) return;
      const isOpen = value.split(/\s+/).length >= leastWords && !/[.!?:;]["”’)]?$/.test(value);
      if (isOpen && /^[ \t]+#/.test(text.slice(range[1]))) lines.push(lineAt(range[1]));
    },
  });
  return lines;
}

/** The line of the value at a path, or of the innermost value around it. */
function lineOf({ document, lineAt }: Parsed, path: Path): number | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lineAt(node.range[0]);
  }
  return undefined;
}

function placeOf(text: string, { document, placeAt }: Parsed, path: Path, offset: number): FilePlace | null {
  const node = document.getIn(path, true);
  if (!isScalar(node) || !node.range) return null;
  const [start, end] = node.range;
  const at = start + offsetInScalar(text.slice(start, end), String(node.value), offset);
  const { line, col } = placeAt(at);
  return { line, column: col };
}

function checked<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  refusal: (problems: readonly Problem[]) => Error,
): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusal(parsed.error.issues.flatMap((issue) => problemsOf(issue, value, schema)));
}

function refusalOf(problems: readonly Problem[], name: string, parsed: Parsed): Error {
  const lines = problems.map(({ path, message }) => {
    const line = lineOf(parsed, path);
    return `${name}${line === undefined ? '' : `:${line}`}  ${pathText(path)}  ${message}`;
  });
  return badInput(`${name} has ${lines.length === 1 ? 'a problem' : `${lines.length} problems`}`, ...lines);
}

/**
 * The offset in the source of a YAML or JSON text of the character at `offset` of its value. The source can have quotes,
 * escapes, the header of a block, indentation and folded lines. If the two differ in another way, the result is the
 * beginning of the source.
 */
function offsetInScalar(source: string, value: string, offset: number): number {
  const header = /^[|>][^\n]*\n/.exec(source)?.[0].length ?? 0;
  const quote = /^["']/.exec(source)?.[0] ?? '';
  let at = header > 0 ? header : quote.length;
  for (let index = 0; index <= offset; index += 1) {
    const wanted = value.charAt(index);
    if (wanted === '') return Math.min(at, source.length);
    if (/\s/.test(wanted)) {
      // A folded line end and its indentation are one space of the value.
      if (index === offset) return at;
      const next = value.charAt(index + 1);
      at += quote === '"' && /^\\[nt]/.test(source.slice(at, at + 2)) ? 2 : 1;
      if (!/\s/.test(next)) while (/\s/.test(source.charAt(at))) at += 1;
      continue;
    }
    while (/\s/.test(source.charAt(at))) at += 1;
    const isEscape =
      (quote === '"' && source.charAt(at) === '\\') || (quote === "'" && source.startsWith("''", at));
    if (source.charAt(isEscape ? at + 1 : at) !== wanted) return 0;
    if (index === offset) return at;
    at += isEscape ? 2 : 1;
  }
  return at;
}
