import { words } from '../../../language/words.ts';
import { type Token, tokensOf } from '../../office/rtf/tokens.ts';
import { pageFieldOf } from './field-code.ts';
import { isHarmlessPicture } from './harmless-binary.ts';

/** Groups that contain or name other files. */
const dropped = words(`
  datafield datastore docvar ffentrymcr ffexitmcr file filetbl fontemb fontfile hlinkbase htmltag linkval
  mailmerge mhtmltag nextfile objalias objclass objdata objname objsect objtopic oleclsid template xform
  xmlopen`);
/** Names of the properties of shapes whose values are links, scripts or whole documents. */
const linkingProperty = /name$|hl|link|blob|script|url|file|ole|data/i;
/** The control symbols that have a meaning. */
const symbols = new Set(['~', '-', '_', ':', '|', '{', '}', '\\']);
/** The specification allows no longer control words. */
const longestWord = 32;

/**
 * What is collected in a group and written when it ends, if it is harmless. Nothing is written of a group that is
 * `dropped`.
 */
type Kind = 'text' | 'picture' | 'property name' | 'field code' | 'dropped';

type Group = {
  kind: Kind;
  /** Whether the beginning of the group was not written. */
  silent: boolean;
  collected: ByteList;
};

/**
 * A copy of a rich text file without anything that makes a program open another file: fields, links of objects and
 * pictures, templates. The results of the fields are kept, and so are pictures that cannot refer to files. The copy is
 * written token by token in the simplest form, so that every program finds the same tokens in it.
 */
export function unlinkedRtf(bytes: Uint8Array): Buffer {
  const writer = new RtfWriter();
  for (const token of tokensOf(bytes)) {
    writer.write(token);
    if (writer.ended) break;
  }
  return writer.end();
}

class RtfWriter {
  ended = false;
  readonly #out = new ByteList();
  readonly #groups: Group[] = [];
  #marked = false;
  #isSecondByte = false;

  write(token: Token): void {
    if (token.kind === 'byte') {
      this.#byte(token.value);
      return;
    }
    this.#isSecondByte = false;
    if (token.kind === 'word') this.#word(token);
    else if (token.kind === 'open') this.#open();
    else this.#close();
  }

  end(): Buffer {
    while (this.#groups.length > 0) this.#close();
    return this.#out.bytes();
  }

  #open(): void {
    const outer = this.#groups.at(-1);
    const silent = outer !== undefined && outer.kind !== 'text' && outer.kind !== 'picture';
    // No harmless name of a property contains a group.
    if (outer?.kind === 'property name') outer.collected.text('{');
    // The code of a field can be spread over groups.
    const isCode = outer?.kind === 'field code';
    this.#groups.push({
      kind: isCode ? 'field code' : silent ? 'dropped' : 'text',
      silent,
      collected: isCode ? outer.collected : new ByteList(),
    });
    if (!silent) this.#out.text('{');
    this.#marked = false;
  }

  #close(): void {
    const group = this.#groups.pop();
    if (group === undefined) return;
    const outer = this.#groups.at(-1);
    this.#marked = false;
    this.ended = outer === undefined;
    if (group.silent) return;
    const collected = group.collected.bytes().toString('latin1');
    if (group.kind === 'picture') this.#out.text(harmlessHex(collected));
    if (group.kind === 'field code') {
      const code = pageFieldOf(collected);
      if (code !== null) this.#out.text(`\\*\\fldinst ${code}`);
    }
    if (group.kind === 'property name') {
      if (/^\s*\w+\s*$/.test(collected) && !linkingProperty.test(collected)) {
        this.#out.text(`\\sn ${collected}`);
        // The value of the property is in the same outer group.
      } else if (outer !== undefined) outer.kind = 'dropped';
    }
    this.#out.text('}');
  }

  #word({ name, value, data }: Token & { kind: 'word' }): void {
    const group = this.#groups.at(-1);
    if (group === undefined || group.kind === 'dropped') return;
    if (name === '*') {
      this.#marked = true;
      return;
    }
    const marked = this.#marked;
    this.#marked = false;
    if (group.kind === 'field code' || group.kind === 'property name') {
      // No harmless name of a property contains a control word.
      group.collected.text(wordOf(name, value));
      return;
    }
    if (data !== undefined) {
      if (group.kind === 'picture') group.collected.text(Buffer.from(data).toString('hex'));
    } else if (dropped.has(name)) group.kind = 'dropped';
    else if (name === 'fldinst') group.kind = 'field code';
    else if (name === 'sn') group.kind = 'property name';
    else {
      if (name === 'pict') group.kind = 'picture';
      this.#out.text(`${marked ? '\\*' : ''}${wordOf(name, value)}`);
    }
  }

  #byte(value: number): void {
    const group = this.#groups.at(-1);
    if (group === undefined || group.kind === 'dropped') return;
    if (group.kind !== 'text') {
      group.collected.byte(value);
      return;
    }
    const isPlain = value >= 0x20 && value < 0x7f && !/[\\{}]/.test(String.fromCharCode(value));
    // In some languages a character has two bytes, of which the second can be that of a letter.
    if (isPlain && !this.#isSecondByte) this.#out.byte(value);
    else this.#out.text(`\\'${value.toString(16).padStart(2, '0')}`);
    this.#isSecondByte = value >= 0x80 && !this.#isSecondByte;
  }
}

function wordOf(name: string, value: number | null): string {
  if (/^[a-z]+$/i.test(name)) return name.length > longestWord ? '' : `\\${name}${value ?? ''} `;
  if (name === '\n' || name === '\r') return '\\par ';
  return symbols.has(name) ? `\\${name}` : '';
}

/** The data of a picture, or nothing if it could refer to files. */
function harmlessHex(data: string): string {
  const hex = data.replace(/[^0-9a-f]/gi, '');
  return isHarmlessPicture(Buffer.from(hex.slice(0, 2 * 4096), 'hex')) ? hex : '';
}

/** Bytes that are appended one after another. */
class ByteList {
  #buffer = Buffer.alloc(0);
  #length = 0;

  byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  /** Appends a text of Latin-1 characters. */
  text(text: string): void {
    this.#reserve(text.length);
    this.#length += this.#buffer.write(text, this.#length, 'latin1');
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.alloc(Math.max(64, needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
