import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import type { Json } from '../../../engine/model/result.ts';
import { type Rule, ruleSchema } from '../../../engine/model/rule.ts';
import { badInput } from '../failure.ts';
import { kindOf, type Path, pathText, problemsOf } from './problems.ts';

export type RuleSet = { rules: Rule[]; outputFormat: { [key: string]: Json } | null };

type Parsed = { value: unknown; lineOf: (path: Path) => number | undefined };

const writtenRuleSchema = z.strictObject(ruleSchema.shape);
const ruleListSchema = z.array(writtenRuleSchema).min(1, 'needs at least one rule');
const ruleFileSchema = z.strictObject({
  rules: ruleListSchema,
  outputFormat: z.record(z.string(), z.json()).nullish(),
});

/**
 * Reads a rules file, YAML or JSON: a list of rules, or an object with `rules` and perhaps `outputFormat`.
 * Throws `bad_input` that lists every problem with the file, its line where it can be told, and its JSON path.
 */
export async function readRules(path: string): Promise<RuleSet> {
  const text = await readText(path);
  const name = basename(path);
  const { value, lineOf } =
    extname(path).toLowerCase() === '.json' ? parseJson(text, name) : parseYaml(text, name);
  // A union of list and object would only say "Invalid input", so the branch comes first.
  if (Array.isArray(value)) {
    const rules = checked(ruleListSchema.safeParse(value), name, value, lineOf);
    return { rules: rules.map(asRule), outputFormat: null };
  }
  if (value !== null && typeof value === 'object') {
    const file = checked(ruleFileSchema.safeParse(value), name, value, lineOf);
    return { rules: file.rules.map(asRule), outputFormat: file.outputFormat ?? null };
  }
  throw badInput(
    `${name} holds ${value === null || value === undefined ? 'nothing' : kindOf(value)}, not rules`,
    'It must be a list of {name, description}, or an object with "rules".',
  );
}

/** Without `ifAbsent: undefined`, which is not the same as no `ifAbsent`. */
function asRule({ name, description, ifAbsent }: z.infer<typeof ruleListSchema>[number]): Rule {
  return ifAbsent === undefined ? { name, description } : { name, description, ifAbsent };
}

async function readText(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw badInput(`the rules file ${path} ${whyUnreadable(error)}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badInput(`the rules file ${path} is not UTF-8 text`, 'Save it as YAML or JSON in UTF-8.');
  }
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by you';
  return `can't be read (${String(code ?? error)})`;
}

function parseJson(text: string, name: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badInput(`${name} is not valid JSON`, error instanceof Error ? error.message : String(error));
  }
  ensureShallow(value, name);
  const { document, lineAt } = parsedYaml(text);
  // JSON lets the last of two equal keys win in silence; a rule would be lost.
  const twice = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY');
  const [first, ...others] = twice.map(
    ({ pos }) => `${name}:${lineAt(pos[0])}  the key stands here a second time`,
  );
  if (first !== undefined) throw badInput(`${name} says the same thing twice`, first, ...others);
  return { value, lineOf: lineFinder(text) };
}

/** Far more than any outputFormat needs; what nests without end would take the memory of every later step. */
const deepest = 64;

/** YAML can name a value inside itself, which nests without end too. */
function ensureShallow(value: unknown, name: string, depth = 0): void {
  if (depth > deepest) throw badInput(`${name} nests its values more than ${deepest} deep`);
  if (value === null || typeof value !== 'object') return;
  for (const member of Object.values(value)) ensureShallow(member, name, depth + 1);
}

function parseYaml(text: string, name: string): Parsed {
  const { document, lineAt } = parsedYaml(text);
  const [first, ...others] = document.errors.map(
    ({ pos, message }) => `${name}:${lineAt(pos[0])}  ${message}`,
  );
  if (first !== undefined) throw badInput(`${name} is not valid YAML`, first, ...others);
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    throw badInput(`${name} can't be used`, error instanceof Error ? error.message : String(error));
  }
  ensureShallow(value, name);
  return { value, lineOf: lineFinder(text) };
}

/** JSON is YAML as far as positions go, so one parser tells the lines of both. */
function parsedYaml(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  return { document, lineAt: (offset: number) => lines.linePos(offset).line };
}

function lineFinder(text: string): Parsed['lineOf'] {
  const { document, lineAt } = parsedYaml(text);
  return (path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lineAt(node.range[0]);
    }
    return undefined;
  };
}

function checked<T>(
  parsed: z.ZodSafeParseResult<T>,
  name: string,
  value: unknown,
  lineOf: Parsed['lineOf'],
): T {
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, value, knownKeys(issue.path)));
  const lines = problems.map(({ path, message }) => {
    const line = lineOf(path);
    return `${name}${line === undefined ? '' : `:${line}`}  ${pathText(path)}  ${message}`;
  });
  throw badInput(`${name} has ${lines.length === 1 ? 'a problem' : `${lines.length} problems`}`, ...lines);
}

function knownKeys(path: Path): string[] {
  return Object.keys(path.length === 0 ? ruleFileSchema.shape : ruleSchema.shape);
}
