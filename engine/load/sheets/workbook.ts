import type { Attributes, XmlHandler } from '../office/xml.ts';

export type NamedSheet = { name: string; id: string; hidden: boolean };

/** The sheets of a workbook in the order of their tabs. */
export class WorkbookReader implements XmlHandler {
  readonly sheets: NamedSheet[] = [];
  /** Its days count from 1904 instead of 1900. */
  from1904 = false;

  open(name: string, attributes: Attributes): void {
    if (name === 'workbookPr') this.from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
    if (name !== 'sheet') return;
    const { name: title = '', id = '', state = 'visible' } = attributes;
    this.sheets.push({ name: title, id, hidden: state !== 'visible' });
  }

  close(): void {}

  text(): void {}
}
