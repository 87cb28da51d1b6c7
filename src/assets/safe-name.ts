const maxLength = 200;
const longestEnding = 16;

/**
 * Reduces a file name to a safe one: no folders, no control, direction or invisible characters, not empty, at most
 * 200 UTF-16 code units, extension kept.
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
