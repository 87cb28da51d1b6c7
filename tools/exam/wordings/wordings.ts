import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ProvisoError } from '../../../engine/model/errors.ts';
import { type DocumentKind, documentKinds, type ExamPart, parts } from '../kinds.ts';
import {
  type DocumentFile,
  documentFileSchema,
  type German,
  germanSchema,
  type LimitType,
  type LimitWordings,
  limitWordings,
  type Mode,
  type ModeWordings,
  modeWordings,
  type Template,
  type TermDictionary,
  type Trick,
  type TrickName,
  type TricksFile,
  templatesSchema,
  tricksFileSchema,
  vocabularySchema,
} from './schemas.ts';

/** The wordings of one part of the exam. */
export type PartWordings = {
  templates: Template[];
  tricks: TricksFile;
  documents: Partial<Record<DocumentKind, DocumentFile>>;
};

export type Wordings = Record<ExamPart, PartWordings> & {
  vocabulary: TermDictionary;
  german: German;
  /** What `lexiconFor` selected before. */
  lexicons: Map<string, Lexicon>;
};

export type PlacedTemplate = Template & { part: ExamPart };

/** The wordings that one pair can use. */
export type Lexicon = Pick<TricksFile, 'lines' | 'columns' | 'secondJoins' | 'ruleFrames'> & {
  mode(mode: Mode): ModeWordings;
  limit(type: LimitType): LimitWordings;
  tricks(name: TrickName): readonly Trick[];
  document: DocumentFile;
};

/**
 * Reads the wordings of the exam from its folder. Throws an error with the code `bad_data`, whose message names the
 * file and the problem.
 */
export function readWordings(folder: string): Wordings {
  const [open, locked] = parts.map((part) => readPart(join(folder, part)));
  if (!open || !locked) throw new Error('the exam has two parts');
  return {
    open,
    locked,
    vocabulary: readYaml(join(folder, 'vocabulary.yaml'), vocabularySchema),
    german: readYaml(join(folder, 'german.yaml'), germanSchema),
    lexicons: new Map(),
  };
}

/**
 * Selects the wordings that a pair of this part can use. A pair of the open part uses no locked wordings. In the locked
 * part, a locked template uses all wordings, and an open template uses locked wordings where there are any.
 */
export function lexiconFor(
  { open, locked, lexicons }: Wordings,
  part: ExamPart,
  template: { part: ExamPart; kind: DocumentKind },
): Lexicon {
  const key = `${part} ${template.part} ${template.kind}`;
  const known = lexicons.get(key);
  if (known) return known;
  const all = part === 'open' ? [open] : [open, locked];
  const own = template.part === 'locked' ? all : part === 'open' ? [open] : [locked];
  const whole = joined(all.map(({ tricks }) => tricks));
  const chosen = orElse(joined(own.map(({ tricks }) => tricks)), whole);
  const { modes, limits, tricks, ...lists } = tricksFileSchema.parse(chosen);
  const documents = all.flatMap(({ documents: of }) => of[template.kind] ?? []);
  const lexicon: Lexicon = {
    ...lists,
    mode: (mode) => modes[mode] ?? modeWordings.parse({}),
    limit: (type) => limits[type] ?? limitWordings.parse({}),
    tricks: (name) => tricks[name] ?? [],
    document: documentFileSchema.parse(joined(documents)),
  };
  lexicons.set(key, lexicon);
  return lexicon;
}

function readPart(folder: string): PartWordings {
  const templates = yamlFiles(join(folder, 'templates')).flatMap((file) => readYaml(file, templatesSchema));
  const tricks = yamlFiles(join(folder, 'wordings')).map((file) => readYaml(file, tricksFileSchema));
  const documents: PartWordings['documents'] = {};
  for (const kind of documentKinds) {
    const file = join(folder, 'documents', `${kind}.yaml`);
    if (existsSync(file)) documents[kind] = readYaml(file, documentFileSchema);
  }
  return { templates, tricks: tricksFileSchema.parse(joined(tricks)), documents };
}

/** The contents of several files as one: lists are appended, and records have the entries of all. */
function joined(contents: readonly unknown[]): unknown {
  if (contents.every((content) => Array.isArray(content))) return contents.flat();
  const records = contents.filter(isRecord);
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      joined(records.flatMap((record) => (name in record ? [record[name]] : []))),
    ]),
  );
}

/** The content with the lists of `other` in place of lists that it does not have, or that are empty. */
function orElse(content: unknown, other: unknown): unknown {
  if (!isRecord(other)) return Array.isArray(content) && content.length > 0 ? content : other;
  const own = isRecord(content) ? content : {};
  return Object.fromEntries(Object.entries(other).map(([name, value]) => [name, orElse(own[name], value)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function yamlFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => join(folder, name));
}

function readYaml<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new ProvisoError('bad_data', `${path} is not a file of the exam: ${why}`, { cause: error });
  }
}
