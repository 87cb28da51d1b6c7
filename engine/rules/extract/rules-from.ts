import { type AnalysisEvent, defaultLimits, type JobFile, type Limits } from '../../job.ts';
import { detectLanguage } from '../../language/detect.ts';
import type { LoadPorts } from '../../load/load-source.ts';
import { readFiles } from '../../load/read-files.ts';
import { ReadingReport } from '../../load/reading-report.ts';
import { ProvisoError } from '../../model/errors.ts';
import type { Warning } from '../../model/result.ts';
import type { Source } from '../../model/source.ts';
import { withSignal } from '../../runtime/step.ts';
import { withTracingAsAllowed } from '../../runtime/tracing.ts';
import { startRuleFinder } from '../process/rules-apart.ts';
import type { Extraction } from './model.ts';
import type { NamedRules } from './naming.ts';

export type RulesFromJob = {
  /** The documents that contain the rules. */
  files: readonly JobFile[];
  /** The limits for reading files. Unset: `defaultLimits`. */
  limits?: Limits;
  /** The maximum number of normative sentences of all files. Unset: `defaultMostSentences`. */
  mostSentences?: number;
  /** The maximum number of UTF-16 code units of the text of one file. Unset: `defaultMostCharacters`. */
  mostCharacters?: number;
  /** The maximum time for finding rules in the texts, without reading the files, in ms. Unset: `defaultMostMs`. */
  mostMs?: number;
};

export type RulesFromOptions = {
  signal?: AbortSignal;
  /** Called while files are read (`file_started`, `pages_read`, `file_ended`). */
  onEvent?: (event: AnalysisEvent) => void;
};

/** The codes of the errors at a limit of an extraction. */
export const extractionLimits: ReadonlySet<string> = new Set([
  'too_many_sentences',
  'text_too_long',
  'extraction_too_slow',
  'extraction_too_large',
]);

export const defaultMostSentences = 5_000;
const defaultMostCharacters = 5_000_000;
const defaultMostMs = 120_000;

/**
 * Finds the rules in documents: every normative sentence becomes a rule or is left out with a reason, so that `rules`
 * and `leftOut` together have `sentences` entries. A file that cannot be read is in `files` with the reason, and the
 * other files are read. Rules are found in a separate process, which is killed at its limits. Pages count from 1. Throws `too_many_sentences`, `text_too_long`,
 * `extraction_too_slow` or `extraction_too_large` at a limit, or the signal's reason.
 */
export function rulesFrom(
  job: RulesFromJob,
  ports: LoadPorts,
  options: RulesFromOptions = {},
): Promise<Extraction> {
  return withTracingAsAllowed(() => extracted(job, ports, options));
}

async function extracted(
  job: RulesFromJob,
  ports: LoadPorts,
  { signal, onEvent = () => {} }: RulesFromOptions,
): Promise<Extraction> {
  const { files: named, limits = defaultLimits, mostSentences = defaultMostSentences } = job;
  const { mostCharacters = defaultMostCharacters, mostMs = defaultMostMs } = job;
  const config = withSignal({}, signal);
  const files = { knowledge: [], inputs: [...named], limits };
  const report = new ReadingReport();
  const warnings: Warning[] = [];
  const finder = await startRuleFinder(mostMs, config.signal);
  let sentences = 0;
  let all: NamedRules;
  try {
    for await (const read of readFiles({ job: files, ports, onEvent }, report, config)) {
      if ('failure' in read) continue;
      const { fileIndex, name, content } = read.source;
      if (content.text.length > mostCharacters) throw tooLong(name, content.text.length, mostCharacters);
      // One sentence more than the limit shows that the limit is exceeded.
      sentences += await finder.find({ fileIndex, name, content }, mostSentences - sentences + 1);
      if (sentences > mostSentences) throw tooMany(read.source, mostSentences);
      warnings.push(...languageWarning(read.source));
    }
    all = await finder.name();
  } finally {
    finder.end();
  }
  return {
    ...all,
    sentences,
    files: report.files(),
    warnings: [...report.warnings(), ...warnings],
  };
}

function languageWarning({ name, content }: Source): Warning[] {
  const { code, complete } = detectLanguage(content.text);
  if (complete) return [];
  const language = code === 'und' ? 'no known language' : `the language ${code}`;
  return [
    {
      code: 'language_not_supported',
      message: `${name} seems to be written in ${language}. Duties are recognized in English only, so rules may be missing.`,
      file: name,
    },
  ];
}

function tooMany({ name }: Source, most: number): ProvisoError {
  return new ProvisoError(
    'too_many_sentences',
    `There are more than ${most} normative sentences (the limit was reached in ${name}). Give fewer or shorter files, or raise the limit.`,
  );
}

function tooLong(name: string, characters: number, most: number): ProvisoError {
  const [has, allowed] = [characters, most].map((count) => count.toLocaleString('en-US'));
  return new ProvisoError(
    'text_too_long',
    `The text of ${name} has ${has} characters; rules are found in texts of at most ${allowed}. Split the file.`,
  );
}
