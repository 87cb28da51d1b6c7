/** Types that a browser shows without executing anything in them. */
const shown = /^(application\/pdf|image\/(png|jpeg|gif|webp|avif)|audio\/|video\/|text\/plain)/;

/** The headers that say what a file is and whether a browser may show it, whichever server sends them. */
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

/** RFC 8187: also encodes characters that encodeURIComponent leaves but an extended value may not have. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}
