// Reads the given files with PDFium in this process, without isolation and without creating sources: the cost of
// reading alone. Prints the processor time in ms.
import { openReading } from '../../dist/engine/load/sandbox/readers.js';

for (const path of process.argv.slice(2)) {
  const reading = await openReading('pdf', path, {});
  for await (const part of reading.parts(null))
    if (part.text === '') throw new Error(`${path}: an empty part`);
  await reading.close();
}
const { user, system } = process.cpuUsage();
process.stdout.write(`${(user + system) / 1000}`);
