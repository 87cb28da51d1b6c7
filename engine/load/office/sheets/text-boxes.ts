import { type Part, textPart } from '../../part.ts';
import type { Archive } from '../../zip/archive.ts';
import { diagramsOf, drawnText } from '../drawn-text.ts';
import { type Relationship, relationshipsOf } from '../relationships.ts';
import { treeOf } from '../xml.ts';
import { columnName } from './columns.ts';

/** A paragraph of a text box over a sheet. `at` is the cell under its corner, such as `B5`. */
export type BoxText = { at: string; text: string; hidden?: Part['hidden'] };

/** The text boxes and diagrams of a sheet, in the order of the file. Throws a `ReadFailure`. */
export async function textBoxesOf(archive: Archive, related: readonly Relationship[]): Promise<BoxText[]> {
  const boxes: BoxText[] = [];
  for (const { type, target } of related) {
    const bytes = type === 'drawing' ? await archive.read(target) : null;
    if (bytes === null) continue;
    const drawing = drawnText(treeOf(bytes));
    const diagrams = await diagramsOf(archive, await relationshipsOf(archive, target));
    const ofDiagrams = drawing.diagrams.flatMap(({ anchor, id }) =>
      (diagrams.get(id) ?? []).map((block) => ({ anchor, block })),
    );
    for (const { anchor, block } of [...drawing.found, ...ofDiagrams]) {
      const at = `${columnName(anchor.column + 1)}${anchor.row + 1}`;
      boxes.push({ at, text: block.text, hidden: block.hidden });
    }
  }
  return boxes;
}

/** The part for a paragraph of a text box. */
export function boxPart(sheet: string, { at, text, hidden }: BoxText): Part {
  return textPart({ kind: 'cell', sheet, range: at }, `${text}\n\n`, hidden ? { hidden } : {});
}
