/**
 * Types for the parts of docx that Proviso uses. The package's own types import without file endings, which Node's
 * resolution does not follow.
 */
declare module 'docx' {
  type Spacing = { before?: number; after?: number };
  type Border = { style: string; size: number; color: string };
  type RunLook = {
    bold?: boolean;
    italics?: boolean;
    size?: number;
    color?: string;
    font?: string;
    shading?: { fill: string };
  };
  type ParagraphLook = { outlineLevel?: number; spacing?: Spacing; indent?: { left: number } };
  type InParagraph =
    | TextRun
    | ImageRun
    | ExternalHyperlink
    | InternalHyperlink
    | Bookmark
    | ImportedXmlComponent;
  type NamedStyle = {
    id: string;
    name: string;
    basedOn?: string;
    quickFormat?: boolean;
    run?: RunLook;
    paragraph?: ParagraphLook;
  };
  export type FileChild = Paragraph | Table;

  export const HeadingLevel: { TITLE: string; HEADING_1: string; HEADING_2: string; HEADING_3: string };
  export const AlignmentType: { RIGHT: string };
  export const BorderStyle: { SINGLE: string };
  export const WidthType: { PERCENTAGE: string };
  export const PageNumber: { CURRENT: string; TOTAL_PAGES: string };

  export class TextRun {
    constructor(options: RunLook & { text?: string; style?: string; children?: string[] });
  }
  export class ImageRun {
    constructor(options: {
      type: 'jpg';
      data: Uint8Array;
      transformation: { width: number; height: number };
      altText: { name: string; title: string; description: string };
    });
  }
  export class ExternalHyperlink {
    constructor(options: { link: string; children: TextRun[] });
  }
  export class InternalHyperlink {
    constructor(options: { anchor: string; children: TextRun[] });
  }
  export class ImportedXmlComponent {
    constructor(name: string, attributes?: Record<string, string>);
    push(child: ImportedXmlComponent | string): void;
  }
  export class Bookmark {
    constructor(options: { id: string; children: TextRun[] });
  }
  export class Paragraph {
    constructor(
      options: ParagraphLook & {
        text?: string;
        heading?: string;
        style?: string;
        alignment?: string;
        keepNext?: boolean;
        bullet?: { level: number };
        children?: InParagraph[];
        pageBreakBefore?: boolean;
      },
    );
  }
  export class TableCell {
    constructor(options: {
      width?: { size: number; type: string };
      borders?: { top: Border; bottom: Border; left: Border; right: Border };
      children: FileChild[];
    });
  }
  export class TableRow {
    constructor(options: { tableHeader?: boolean; cantSplit?: boolean; children: TableCell[] });
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
      styles?: {
        default?: Record<'document' | 'heading1' | 'heading2', { run?: RunLook; paragraph?: ParagraphLook }>;
        paragraphStyles?: NamedStyle[];
      };
      sections: { footers?: { default: Footer }; children: FileChild[] }[];
    });
  }
  export const Packer: { toBuffer(document: Document): Promise<Buffer> };
}
