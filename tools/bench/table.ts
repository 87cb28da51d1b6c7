/** A table as text, with the first column aligned to the left and the others to the right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return all.map((row) => `  ${line(row).trimEnd()}`).join('\n');
}

export const perSecond = (count: number, ms: number) => ((count * 1000) / ms).toFixed(0);
export const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
export const ratio = (value: number) => `${value.toFixed(2)}x`;
