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
