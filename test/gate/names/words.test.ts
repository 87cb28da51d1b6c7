import { describe, expect, it } from 'vitest';
import { type TextFile, textFiles } from '../unit/house/repository.ts';
import { type RetiredWord, retiredWords } from './retired-words.ts';
import { type Line, linesOf } from './text-of.ts';

/** A permitted use of a retired word, in files and on lines that match the patterns. */
type Exception = { word: string; file: RegExp; line: RegExp; reason: string };

/** The lists of English words that the analysis of documents uses. */
const wordLists =
  /^engine\/language\/(?:clause|effect|harmless|law|likely|modal)-words\.ts$|^engine\/language\/(?:roles|contract-forms|act-families|(?:act-|thing-)?synonyms|rewordings|duty-frames|phrasal-verbs)\.ts$/;
const listed = [
  'hold',
  'held',
  'gives',
  'said',
  'told',
  'matter',
  'nobody',
  'stand',
  'settlements',
  'prolong',
  'wished',
];

const exceptions: readonly Exception[] = [
  ...listed.map((word) => ({ word, file: wordLists, line: /./, reason: 'a list of English words' })),
  {
    word: 'held',
    file: /\.ts$/,
    line: /\bheldOut(?:Weights|Checkers)?\b/,
    reason: '“held-out” data is the term of machine learning',
  },
  {
    word: 'stand',
    file: /^src\/eval\/(?:report|score)\/[\w-]+\.ts$/,
    line: /\bstands\b/,
    reason: 'the field of an evaluation report, which --baseline reads from earlier releases too',
  },
  {
    word: 'matter',
    file: /^(?:docs\/prompts\.md|engine\/prompts\/prompt-file\.ts)$/,
    line: /\bfront matter\b/,
    reason: 'the name of the block at the top of a Markdown file',
  },
  {
    word: 'heard',
    file: /^(?:engine\/language\/english|src\/eval\/exam\/language\/inflect)\.ts$/,
    line: /\bhear\b/,
    reason: 'a list of English verb forms',
  },
  {
    word: 'hold',
    file: /^(?:engine\/language\/english|src\/eval\/exam\/language\/inflect)\.ts$/,
    line: /\bhold\b/,
    reason: 'a list of English verb forms',
  },
  {
    word: 'held',
    file: /^(?:engine\/language\/english|src\/eval\/exam\/language\/inflect)\.ts$/,
    line: /\bhold\b/,
    reason: 'a list of English verb forms',
  },
  {
    word: 'told',
    file: /^(?:engine\/language\/english|src\/eval\/exam\/language\/inflect)\.ts$/,
    line: /\btell\b/,
    reason: 'a list of English verb forms',
  },
  {
    word: 'said',
    file: /^engine\/language\/english\.ts$/,
    line: /\bsay\/said\b/,
    reason: 'a list of English verb forms',
  },
  {
    word: 'stand',
    file: /^engine\/language\/english\.ts$/,
    line: /\bstand\/stood\b/,
    reason: 'a list of English verb forms',
  },
  {
    word: 'overtaken',
    file: /^engine\/language\/english\.ts$/,
    line: /\bovertake\/overtook\b/,
    reason: 'a list of English verb forms',
  },
  {
    word: 'nobody',
    file: /^(?:engine\/language\/english|src\/eval\/exam\/make\/sentence)\.ts$/,
    line: /\b(?:none|no) .*\bnobody\b/,
    reason: 'a list of English words of negation',
  },
  {
    word: 'nobody',
    file: /^test\/engine\/rules\/rules-from\.test\.ts$/,
    line: /\bNobody may store\b|“nobody”/,
    reason: 'the words of a policy',
  },
  {
    word: 'stand',
    file: /^prompts\/(?:rule|support)-check\/1\.md$/,
    line: /./,
    reason: 'a released version of a prompt never changes',
  },
  {
    word: 'stand',
    file: /^engine\/check\/model\/support-check\.ts$/,
    line: /'It stands among these words:'/,
    reason: 'a part of each question to the model, and recorded answers belong to its exact words',
  },
  {
    word: 'gives',
    file: /^prompts\/(?:rule-check|output-shape)\/1\.md$/,
    line: /./,
    reason: 'a released version of a prompt never changes',
  },
  {
    word: 'second reading',
    file: /^prompts\/support-check\/1\.md$/,
    line: /./,
    reason: 'a released version of a prompt never changes',
  },
  {
    word: 'whoever',
    file: /^prompts\/support-check\/1\.md$/,
    line: /./,
    reason: 'a released version of a prompt never changes',
  },
];

/**
 * Files that are searched. The texts of the exam, the samples and the cases of the prompts are left out, because they
 * are documents.
 */
const ours =
  /\.(?:ts|tsx|mjs|css|md|ya?ml|sh|html|toml|py)$|^(?:\.env\.example|Dockerfile|openapi\.json|package\.json|biome\.import-map\.json)$/;
const documents = /^(?:exam|samples|prompts\/cases|prompts\/knowledge|test\/names)\//;

const files = textFiles().filter(({ path }) => ours.test(path) && !documents.test(path));

describe('the retired words', () => {
  it('are searched in all text files of the repository', () => {
    expect(files.length).toBeGreaterThan(900);
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['README.md', '.env.example', 'openapi.json']));
  });

  it('do not occur in identifiers, file names, comments, messages and pages', () => {
    const places = files.flatMap(placesIn);
    expect(places).toEqual([]);
  });

  it('are searched in code, comments, messages, titles and file names, but not in documents inside tests', () => {
    const found = (path: string, content: string) =>
      linesOf(path, content).flatMap((line) => wordsOn(path, line).map(({ word }) => `${line.line} ${word}`));
    expect(found('src/a.ts', "const letGo = 1;\n// It stands there.\nthrow new Error('can not');")).toEqual([
      '1 let go',
      '2 stand',
      '3 can not',
    ]);
    expect(
      found('test/a.test.ts', "it('gives all', () => ask('Nobody holds it.'));\nconst told = 1;"),
    ).toEqual(['1 gives', '2 told']);
    expect(wordsOn('src/furniture.ts', { line: 0, text: 'src/furniture.ts' })).toHaveLength(1);
  });

  it.each(exceptions)('have no unnecessary exception: $word in $file', ({ word, file, line }) => {
    const pattern = retiredWords.find((retired) => retired.word === word)?.pattern;
    const used = files
      .filter(({ path }) => file.test(path))
      .some((one) => linesIn(one).some(({ text }) => pattern?.test(text) && line.test(text)));
    expect(used).toBe(true);
  });
});

/** `file:line: word → better word` for each retired word in a file and in its path. */
function placesIn(file: TextFile): string[] {
  return [{ line: 0, text: file.path }, ...linesIn(file)].flatMap((line) =>
    wordsOn(file.path, line).map(({ word, better }) => `${file.path}:${line.line}: ${word} → ${better}`),
  );
}

function linesIn({ path, text }: TextFile): Line[] {
  return linesOf(path, text);
}

/** Longer lines are data, such as learned weights. */
const longestLine = 2_000;

function wordsOn(path: string, { text }: Line): RetiredWord[] {
  if (text.length > longestLine) return [];
  return retiredWords.filter(
    ({ word, pattern }) =>
      pattern.test(text) &&
      !exceptions.some((one) => one.word === word && one.file.test(path) && one.line.test(text)),
  );
}
