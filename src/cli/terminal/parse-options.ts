import { InvalidArgumentError, Option } from 'commander';

/** Options that several commands have. */
export const noColor = ['--no-color', 'no colour (NO_COLOR and FORCE_COLOR are honoured too)'] as const;
export const baseUrl = [
  '--base-url <url>',
  'an OpenAI-compatible server (OPENAI_BASE_URL); the key is OPENAI_API_KEY',
] as const;
export const embeddingModel = [
  '--embedding-model <name>',
  'search passages also by meaning, with this embedding model (EMBEDDING_MODEL)',
] as const;
export const checkingModel = [
  '-m, --model <name>',
  'check with this language model; without one, words are compared (MODEL)',
] as const;
export const keepAnswers = [
  '--keep-answers <folder>',
  "store the model's answers in this folder and reuse them",
] as const;

/** The limit for the tokens of a model; `words` say what it is for. */
export function budgetTokens(words: string): Option {
  return new Option('--budget-tokens <number>', `maximum tokens ${words}`).argParser(parseWholeNumber(1));
}

/** The format of a result. Without it, the extension of `--out` decides, and without an output file `otherwise`. */
export function formatOption(words: string, formats: readonly string[], otherwise: string): Option {
  const unset = `by the extension of --out, or ${otherwise} without it`;
  return new Option('-f, --format <format>', `${words} (default: ${unset})`).choices(formats);
}

/**
 * Returns a parser for an option that takes a whole number of at least `least` and, if given, at most `most`.
 * Underscores between digits are ignored. The parser throws `InvalidArgumentError` for another value.
 */
export function parseWholeNumber(
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): (value: string) => number {
  return (value) => {
    const number = Number(value.replaceAll('_', ''));
    if (/^\d[\d_]*$/.test(value) && number >= least && number <= most) return number;
    const range = most === Number.MAX_SAFE_INTEGER ? `above ${least - 1}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`"${value}" is not a whole number ${range}.`);
  };
}

/**
 * Returns a parser for an option that takes several of the `allowed` values, separated by commas, and that can be
 * repeated. `words` describes the allowed values in errors. The parser throws `InvalidArgumentError` for another value.
 */
export function parseChoices<Choice extends string>(
  allowed: readonly Choice[],
  words = allowed.join(', '),
): (value: string, earlier?: readonly Choice[]) => Choice[] {
  return (value, earlier = []) => {
    const given = value.split(',').map((part) => part.trim());
    const known = given.map((part) => allowed.find((one) => one === part));
    const wrong = given.filter((_, index) => known[index] === undefined);
    if (wrong.length > 0) {
      throw new InvalidArgumentError(`"${wrong.join('", "')}" is not one of ${words}.`);
    }
    return [...earlier, ...known.filter((part) => part !== undefined)];
  };
}
