/** A shorter text is found by the language itself, which can compare each of its characters at each position. */
const longText = 64;

/** The positions at which a text contains another one, in a time that is linear in both lengths. */
export function* occurrences(wanted: string, text: string): Generator<number> {
  if (wanted.length < longText) {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) yield at;
    return;
  }
  const borders = bordersOf(wanted);
  let equal = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (equal > 0 && wanted.charCodeAt(equal) !== unit) equal = borders[equal - 1] ?? 0;
    if (wanted.charCodeAt(equal) === unit) equal += 1;
    if (equal < wanted.length) continue;
    yield at - wanted.length + 1;
    equal = borders[equal - 1] ?? 0;
  }
}

/** For each position, the length of the longest text that both begins `text` and ends there (Knuth, Morris, Pratt). */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let border = 0;
  for (let at = 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (border > 0 && text.charCodeAt(border) !== unit) border = borders[border - 1] ?? 0;
    if (text.charCodeAt(border) === unit) border += 1;
    borders[at] = border;
  }
  return borders;
}
