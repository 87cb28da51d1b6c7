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
    contentDisposition: `${disposition}; filename*=UTF-8''${encodeName(name)}`,
  };
}

/** The header that makes a browser save a response under this file name. */
export function attachmentHeader(name: string): string {
  return `attachment; filename*=UTF-8''${encodeName(name)}`;
}

/**
 * Encodes a name as an extended value of RFC 8187. Such a value cannot contain some characters that encodeURIComponent
 * does not encode.
 */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}
