import { extname } from 'node:path';
import {
  compareVersions,
  type Extraction,
  extractionLimits,
  type JobFile,
  type Rule,
  rulesFrom,
  supportedExtensions,
  type VersionComparison,
} from '../../../../engine/index.ts';
import { ProvisoError } from '../../../../engine/model/errors.ts';
import { compilePatternsOnce } from '../../../process/v8-options.ts';
import { clean } from '../../../services/report/clean.ts';
import { filesBehind } from '../../check/input-files.ts';
import { readingHere } from '../../files/reading.ts';
import { badInput } from '../../terminal/ending.ts';
import type { RulesFromOptions } from '../options.ts';
import type { RuleSet } from '../parse.ts';
import { readRules } from '../read.ts';

/** The earlier version that `--since` names. */
export type Since = RuleSet & { name: string };
/** What `--since` found. `since` is the name of the earlier version. */
export type Compared = VersionComparison & { since: string } & Omit<RuleSet, 'rules'>;

const rulesFile = new Set(['.yaml', '.yml', '.json']);

/**
 * Reads the earlier version: a rules file, or a document, whose rules are found first. Throws `bad_input` if it cannot
 * be read, or if none of its rules has a source.
 */
export async function readSince(
  path: string,
  options: Pick<RulesFromOptions, 'maxSentences' | 'color'>,
  signal: AbortSignal,
): Promise<Since> {
  if (rulesFile.has(extname(path).toLowerCase())) {
    const ruleSet = await readRules(path);
    if (!ruleSet.rules.some(({ source }) => source !== undefined))
      throw badInput(
        `no rule of ${path} has a source, so the rules cannot be compared with a document`,
        'Rules that proviso rules from has made have one.',
      );
    return { ...ruleSet, name: path };
  }
  const { files } = await filesBehind([path], {
    supported: supportedExtensions,
    except: [],
    spool: () => Promise.reject(badInput('--since cannot be read from standard input: name a file')),
  });
  const found = await rulesFromHere({ ...options, files }, signal);
  ensureRead(found);
  const rules: Rule[] = found.rules;
  return { rules, outputFormat: null, name: path };
}

/** Compares the rules found with those of the earlier version. Throws `bad_input` if a file was not read. */
export function comparedWith(
  { name, rules, outputFormat, secondSignOff }: Since,
  found: Extraction,
): Compared {
  ensureRead(found);
  const settings = { outputFormat, ...(secondSignOff && { secondSignOff }) };
  return { ...compareVersions(rules, found), since: name, ...settings };
}

/** A file that was not read has no rules, so all of them would seem to be new or gone. */
function ensureRead({ files }: Extraction): void {
  const failed = files.flatMap((file) =>
    file.status === 'failed' ? [clean(`${file.name} could not be read: ${file.message}`)] : [],
  );
  const [first, ...others] = failed;
  if (first !== undefined)
    throw badInput(first, ...others, 'Versions are compared only if all files are read.');
}

type Here = Pick<RulesFromOptions, 'maxSentences' | 'color'> & { files: readonly JobFile[] };

/**
 * Finds rules in this machine's files and shows progress on standard error.
 * Throws `bad_input` if the files have more normative sentences than the limit or too long a text, or if they take too
 * much time or memory.
 */
export async function rulesFromHere(
  { files, maxSentences, color }: Here,
  signal: AbortSignal,
): Promise<Extraction> {
  compilePatternsOnce();
  const job = { files, ...(maxSentences !== undefined && { mostSentences: maxSentences }) };
  try {
    return await readingHere(files.length, color, (ports, onEvent) =>
      rulesFrom(job, ports, { signal, onEvent }),
    );
  } catch (error) {
    if (!(error instanceof ProvisoError)) throw error;
    if (error.code === 'too_many_sentences')
      throw badInput(`${error.message} The option is --max-sentences.`);
    throw extractionLimits.has(error.code) ? badInput(error.message) : error;
  }
}
