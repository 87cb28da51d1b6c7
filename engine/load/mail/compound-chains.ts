/**
 * Sector numbers from this one on are special: they end a chain of sectors, or mark a sector that is in no chain
 * (MS-CFB, section 2.1).
 */
const endOfChain = 0xfffffffa;
const sectorsInHeader = 109;

/**
 * Whether a chain of sectors in a compound file forms a loop, which a parser would follow until its memory is full.
 * MS-CFB, sections 2.2 to 2.5, specifies the layout of such files.
 */
export function hasSectorLoop(file: Buffer): boolean {
  const shift = file.length < 512 ? 0 : file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return false;
  const sectorBytes = 2 ** shift;
  const sectors = Math.ceil(file.length / sectorBytes);
  const numbersIn = (sector: number): number[] => {
    const start = (sector + 1) * sectorBytes;
    const bytes = file.subarray(start, start + sectorBytes);
    return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4));
  };
  const mostTables = sectorsInHeader + Math.ceil(sectors / (sectorBytes / 4));
  const tables = Array.from({ length: sectorsInHeader }, (_, at) => file.readUInt32LE(76 + at * 4));
  // The header lists only some of the allocation tables; the others are listed in a chain of sectors. The last number
  // in each of these sectors is the number of the next sector of the chain.
  for (let list = file.readUInt32LE(68); list < sectors; ) {
    const numbers = numbersIn(list);
    tables.push(...numbers.slice(0, -1));
    if (tables.length > 2 * mostTables + sectorBytes) return true;
    list = numbers.at(-1) ?? endOfChain;
  }
  const used = tables.filter((table) => table < sectors);
  if (used.length > mostTables) return true;
  const next = used.flatMap(numbersIn);
  if (hasCircle(next)) return true;
  const small: number[] = [];
  for (let sector = file.readUInt32LE(60); sector < sectors; sector = next[sector] ?? endOfChain) {
    for (const number of numbersIn(sector)) small.push(number);
  }
  return hasCircle(small);
}

/** Whether a position is visited twice when the numbers in `next` are followed from some position. */
function hasCircle(next: readonly number[]): boolean {
  const passedFrom = new Uint32Array(next.length);
  for (let start = 0; start < next.length; start += 1) {
    let at = start;
    while (at < next.length && passedFrom[at] === 0) {
      passedFrom[at] = start + 1;
      at = next[at] ?? endOfChain;
    }
    if (passedFrom[at] === start + 1) return true;
  }
  return false;
}
