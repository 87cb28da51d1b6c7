import { readSheet } from 'read-excel-file/universal';
import { even } from './table.ts';

/** The rows of the first sheet of an Excel file, without empty ones. Throws if the file cannot be read. */
export async function sheetRows(file: File): Promise<string[][]> {
  const rows = await readSheet(file).catch(() => {
    throw new Error(`${file.name} cannot be read as an Excel file (.xlsx)`);
  });
  return even(rows);
}
