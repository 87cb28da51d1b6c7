// The package's own types import without file endings, which Node's resolution does not follow:
// these are the parts that we use.
declare module 'docx' {
  type Spacing = { before?: number; after?: number };
  type Border = { style: string; size: number; color: string };
  type Child = Paragraph | Table;

  export const HeadingLevel: { HEADING_1: string; HEADING_2: string; HEADING_3: string };
  export const BorderStyle: { SINGLE: string };
  export const WidthType: { PERCENTAGE: string };
  export const PageNumber: { CURRENT: string };

  export class TextRun {
    constructor(options: {
      text?: string;
      bold?: boolean;
      size?: number;
      color?: string;
      children?: string[];
    });
  }
  export class Paragraph {
    constructor(options: {
      text?: string;
      heading?: string;
      spacing?: Spacing;
      children?: TextRun[];
      pageBreakBefore?: boolean;
    });
  }
  export class TableCell {
    constructor(options: {
      borders?: { top: Border; bottom: Border; left: Border; right: Border };
      children: Child[];
    });
  }
  export class TableRow {
    constructor(options: { tableHeader?: boolean; children: TableCell[] });
  }
  export class Table {
    constructor(options: { width?: { size: number; type: string }; rows: TableRow[] });
  }
  export class Footer {
    constructor(options: { children: Paragraph[] });
  }
  export class Document {
    constructor(options: {
      title?: string;
      description?: string;
      keywords?: string;
      creator?: string;
      sections: { footers?: { default: Footer }; children: Child[] }[];
    });
  }
  export const Packer: { toBuffer(document: Document): Promise<Buffer> };
}
