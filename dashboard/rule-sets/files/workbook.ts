import { readSheet } from 'read-excel-file/universal';
import writeExcelFile from 'write-excel-file/universal';
import type { RuleSet } from '../../service/service.ts';
import { rulesAsTable } from './rule-formats.ts';
import { textOf } from './table.ts';

/** The rows of the first sheet of an Excel file. Throws if the file cannot be read. */
export async function sheetRows(file: Blob, name: string): Promise<string[][]> {
  const rows = await readSheet(file, { trim: false }).catch(() => {
    throw new Error(`${name} cannot be read as an Excel file (.xlsx)`);
  });
  return rows.map((row) => row.map(textOf));
}

/** The rules as an Excel file with the columns of a CSV file. Every cell is text, so that no program evaluates it. */
export async function rulesAsWorkbook({ rules }: Pick<RuleSet, 'rules'>): Promise<Blob> {
  const table = rulesAsTable(rules);
  const widths = { name: 30, description: 70 };
  return writeExcelFile(
    table.map((row, at) =>
      row.map((value) => ({
        value: value.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'),
        ...{ type: String, wrap: true, alignVertical: 'top' as const },
        ...(at === 0 && { fontWeight: 'bold' as const }),
      })),
    ),
    {
      ...{ sheet: 'Rules', stickyRowsCount: 1 },
      columns: (table[0] ?? []).map((column) => ({
        width: new Map(Object.entries(widths)).get(column) ?? 20,
      })),
    },
  ).toBlob();
}
