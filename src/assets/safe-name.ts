const maxLength = 200;
const longestEnding = 16;

/**
 * Makes a file name safe: without folders, without control characters or invisible characters, not empty, and at most
 * 200 UTF-16 code units long. The extension is preserved.
 */
export function safeName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const visible = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (/^\.*$/.test(visible)) return 'file';
  return visible.length <= maxLength ? visible : shorten(visible);
}

function shorten(name: string): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= longestEnding ? name.slice(dot) : '';
  const stem = name.slice(0, maxLength - ending.length).replace(/[\ud800-\udbff]$/, '');
  return `${stem}${ending}`;
}
