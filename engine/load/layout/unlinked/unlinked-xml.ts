import { SaxesParser } from 'saxes';
import { ReadFailure } from '../../../model/errors.ts';
import { escaped } from '../../office/xml.ts';
import { decodeText } from '../../text/decode.ts';
import { pageFieldOf } from './field-code.ts';

/** Attributes, by their names without a prefix, whose values are addresses of files. */
const addresses = new Set([
  ...['action', 'base', 'connection-resource', 'href', 'location', 'src', 'target', 'url'],
]);
/** Elements of Open XML that refer to an embedded or linked document, whose picture is shown without it. */
const containers = new Set([
  ...['altChunk', 'attachedTemplate', 'control', 'dataSource', 'externalData', 'headerSource', 'OLEObject'],
  ...['oleObj', 'sourceFileName', 'subDoc'],
]);
const references = new Set(['id', 'embed', 'link']);
const fieldTexts = new Set(['instrText', 'delInstrText']);
/** An address with a scheme, an absolute path, or a path that leads out of the package. */
const outside = /^[\s\0-\x20]*(?:[a-z][a-z0-9+.-]*:|\/|\\|\.\.)/i;
/** A scheme that no other value than an address contains. */
const anywhere = /\b(?:file|smb|ftp|vnd\.sun\.star\.[\w.]+):/i;

const pieceCharacters = 64 * 1024;

/**
 * Writes the XML of a part of an office document anew, without addresses of other files, codes of fields other than
 * page numbers, embedded data, and commands to load documents. Throws a `ReadFailure` with the code `damaged`.
 */
export function unlinkedXml(content: Uint8Array): string {
  const writer = new XmlWriter();
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('doctype', () => {
    throw refused();
  });
  parser.on('error', (error) => {
    throw refused(error);
  });
  parser.on('opentag', ({ name, attributes }) => writer.open(name, attributes));
  parser.on('closetag', ({ name }) => writer.close(name));
  parser.on('text', (text) => writer.text(text));
  parser.on('cdata', (text) => writer.text(text));
  const { text } = decodeText(content);
  for (let at = 0; at < text.length; at += pieceCharacters)
    parser.write(text.slice(at, at + pieceCharacters));
  parser.close();
  return writer.out.join('');
}

class XmlWriter {
  readonly out: string[] = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'];
  /** The names of the open elements, without prefixes. */
  readonly #names: string[] = [];
  /** The text of the open element that is checked as a whole; null if it is written as it comes. */
  #checked: string | null = null;
  #leftOut = 0;
  #isDrawing = false;

  open(name: string, attributes: Record<string, string>): void {
    const local = localName(name);
    this.#endText();
    if (this.#leftOut > 0 || isOutsideRelationship(local, attributes)) {
      this.#leftOut += 1;
      return;
    }
    if (this.#names.length === 0) this.#isDrawing = local === 'svg';
    this.#names.push(local);
    const written = Object.entries(attributes).map(
      ([key, value]) => ` ${key}="${escaped(this.#attribute(local, key, value))}"`,
    );
    this.out.push(`<${name}${written.join('')}>`);
    this.#checked = this.#isChecked(local) ? '' : null;
  }

  close(name: string): void {
    if (this.#leftOut > 0) {
      this.#leftOut -= 1;
      return;
    }
    this.#endText();
    this.#names.pop();
    this.out.push(`</${name}>`);
  }

  text(text: string): void {
    if (this.#leftOut > 0 || this.#names.length === 0) return;
    if (this.#checked === null) this.out.push(escaped(text));
    else this.#checked += text;
  }

  /** Writes the text of an element that is checked as a whole. */
  #endText(): void {
    const text = this.#checked;
    this.#checked = null;
    const element = this.#names.at(-1);
    if (text === null || element === undefined) return;
    if (fieldTexts.has(element)) this.out.push(pageFieldOf(text) ?? '');
    else if (element === 'config-item' && !outside.test(text)) this.out.push(escaped(text));
    else if (element === 'style' && !/@import|url\s*\(|\\/i.test(text)) this.out.push(escaped(text));
  }

  #isChecked(element: string): boolean {
    return (
      fieldTexts.has(element) ||
      /^(?:binary-?data|config-item)$/i.test(element) ||
      (this.#isDrawing && element === 'style')
    );
  }

  #attribute(element: string, name: string, value: string): string {
    if (name.startsWith('xmlns')) return value;
    const local = localName(name).toLowerCase();
    if (local === 'instr') return pageFieldOf(value) ?? '';
    if (containers.has(element) && references.has(local)) return '';
    if (element.startsWith('dde-') || local.startsWith('dde-')) return '';
    if (anywhere.test(value)) return '';
    if (addresses.has(local) && outside.test(value) && element !== 'Relationship') return '';
    if (!this.#isDrawing) return value;
    const isForeign = local === 'href' && !value.trimStart().startsWith('#');
    return isForeign || /url\s*\((?!\s*["']?\s*#)|@import|\\/i.test(value) ? '' : value;
  }
}

/** Whether an element is a relationship of Open XML to something outside the package. */
function isOutsideRelationship(element: string, attributes: Record<string, string>): boolean {
  if (element !== 'Relationship') return false;
  const target = valueIn(attributes, 'target');
  const mode = valueIn(attributes, 'targetmode').trim().toLowerCase();
  return (
    (mode !== '' && mode !== 'internal') ||
    /^[\s\0-\x20]*(?:[a-z][a-z0-9+.-]*:|\/\/|\\)/i.test(target) ||
    /\/(?:aFChunk|oleObject|package|subDocument|attachedTemplate|frame|mailMergeSource)$/i.test(
      valueIn(attributes, 'type'),
    )
  );
}

function valueIn(attributes: Record<string, string>, name: string): string {
  const found = Object.entries(attributes).find(([key]) => localName(key).toLowerCase() === name);
  return found?.[1] ?? '';
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function refused(cause?: Error): ReadFailure {
  const message =
    'LibreOffice does not open it, because its XML is not well formed or declares a document type.';
  return new ReadFailure('damaged', message, { cause });
}
