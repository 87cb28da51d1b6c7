import { InvalidArgumentError } from 'commander';

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
