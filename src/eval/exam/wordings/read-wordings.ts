import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ProvisoError } from '../../../../engine/model/errors.ts';
import { type DocumentKind, documentKinds, type ExamPart, parts } from '../kinds.ts';
import { type German, germanSchema } from './german-schema.ts';
import { type Template, templatesSchema } from './template-schema.ts';
import {
  type DocumentFile,
  documentFileSchema,
  type TermDictionary,
  type TricksFile,
  tricksFileSchema,
  vocabularySchema,
} from './trick-schema.ts';

/** The wordings of one part of the exam. */
export type PartWordings = {
  templates: Template[];
  tricks: TricksFile;
  documents: Partial<Record<DocumentKind, DocumentFile>>;
};

export type Wordings = Record<ExamPart, PartWordings> & { vocabulary: TermDictionary; german: German };

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
  };
}

function readPart(folder: string): PartWordings {
  const templates = yamlFiles(join(folder, 'templates')).flatMap((file) => readYaml(file, templatesSchema));
  const tricks = yamlFiles(join(folder, 'wordings')).map((file) => readYaml(file, tricksFileSchema));
  const documents: PartWordings['documents'] = {};
  for (const kind of documentKinds) {
    const file = join(folder, 'documents', `${kind}.yaml`);
    if (existsSync(file)) documents[kind] = readYaml(file, documentFileSchema);
  }
  return { templates, tricks: mergedTricks(tricks), documents };
}

function mergedTricks(files: readonly TricksFile[]): TricksFile {
  return {
    modes: merged(
      files.map(({ modes }) => modes),
      (one, other) => ({
        modals: [...one.modals, ...other.modals],
        passive: [...one.passive, ...other.passive],
        frames: [...one.frames, ...other.frames],
      }),
    ),
    limits: merged(
      files.map(({ limits }) => limits),
      (one, other) => ({
        right: [...one.right, ...other.right],
        flipped: [...one.flipped, ...other.flipped],
        rule: [...one.rule, ...other.rule],
        elsewhere: [...one.elsewhere, ...other.elsewhere],
      }),
    ),
    lines: files.flatMap(({ lines }) => lines),
    columns: files.flatMap(({ columns }) => columns),
    secondJoins: files.flatMap(({ secondJoins }) => secondJoins),
    ruleFrames: files.flatMap(({ ruleFrames }) => ruleFrames),
    tricks: merged(
      files.map(({ tricks }) => tricks),
      (one, other) => [...one, ...other],
    ),
  };
}

function merged<Name extends string, Value>(
  records: readonly Partial<Record<Name, Value>>[],
  join: (one: Value, other: Value) => Value,
): Partial<Record<Name, Value>> {
  const all: Partial<Record<Name, Value>> = {};
  for (const record of records) {
    for (const name of namesOf(record)) {
      const [known, added] = [all[name], record[name]];
      if (added !== undefined) all[name] = known === undefined ? added : join(known, added);
    }
  }
  return all;
}

function namesOf<Name extends string>(record: Partial<Record<Name, unknown>>): Name[] {
  return Object.keys(record).filter((key): key is Name => key in record);
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
