const countFormat = new Intl.NumberFormat('en-GB');
const sizeFormat = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 });
const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A number with separators, such as 20,000. */
export function count(amount: number): string {
  return countFormat.format(amount);
}

/** A size in decimal units, such as 10.7 GB. */
export function bytes(amount: number): string {
  const power = Math.min(units.length - 1, amount < 1 ? 0 : Math.floor(Math.log10(amount) / 3));
  return `${sizeFormat.format(amount / 1000 ** power)} ${units[power]}`;
}
