import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ProvisoError } from '../../../../engine/model/errors.ts';
import { type DocumentKind, documentKinds, type ExamPart, parts } from '../kinds.ts';
import { type Template, templatesSchema } from './template-schema.ts';
import {
  type DocumentFile,
  documentFileSchema,
  type TricksFile,
  tricksFileSchema,
  type Vocabulary,
  vocabularySchema,
} from './trick-schema.ts';

/** The wordings of one part of the exam. */
export type PartWordings = {
  templates: Template[];
  tricks: TricksFile;
  documents: Partial<Record<DocumentKind, DocumentFile>>;
};

export type Wordings = Record<ExamPart, PartWordings> & { vocabulary: Vocabulary };

/** Reads the wordings of the exam from its folder. Throws `bad_data` naming the file and what is wrong in it. */
export function readWordings(folder: string): Wordings {
  const [open, locked] = parts.map((part) => readPart(join(folder, part)));
  if (!open || !locked) throw new Error('the exam has two parts');
  return { open, locked, vocabulary: readYaml(join(folder, 'vocabulary.yaml'), vocabularySchema) };
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
  const merged: TricksFile = { modes: {}, limits: {}, lines: [], columns: [], secondJoins: [], tricks: {} };
  for (const file of files) {
    Object.assign(merged.modes, file.modes);
    Object.assign(merged.limits, file.limits);
    Object.assign(merged.tricks, file.tricks);
    merged.lines.push(...file.lines);
    merged.columns.push(...file.columns);
    merged.secondJoins.push(...file.secondJoins);
  }
  return merged;
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
