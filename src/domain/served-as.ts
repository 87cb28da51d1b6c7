/** Media types that a browser shows without executing anything in the file. */
const shown = /^(application\/pdf|image\/(png|jpeg|gif|webp|avif)|audio\/|video\/|text\/plain)/;

/**
 * The headers that tell a browser the type and the name of a file, and whether to show the file or save it. They are
 * the same for every server that sends the file.
 */
export function servedAs({ type, name }: { type: string; name: string }): {
  contentType: string;
  contentDisposition: string;
} {
  const disposition = shown.test(type) ? 'inline' : 'attachment';
  return {
    contentType: type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    contentDisposition: `${disposition}; ${fileNames(name)}`,
  };
}

/** The header that makes a browser save a response under this file name. */
export function attachmentHeader(name: string): string {
  return `attachment; ${fileNames(name)}`;
}

/**
 * The name in ASCII for programs that know only this parameter, such as curl, and the exact name, which browsers prefer.
 * A letter with an accent becomes the letter in the first, and any other character that is not plain becomes `_`.
 */
function fileNames(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\/%;]/gu, '_');
  return `filename="${plain}"; filename*=UTF-8''${encodeName(name)}`;
}

/**
 * Encodes a name as an extended value of RFC 8187. Such a value cannot contain some characters that encodeURIComponent
 * does not encode.
 */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}
