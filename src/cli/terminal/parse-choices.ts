import { InvalidArgumentError } from 'commander';

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
