/** Prints ports, one in each line, and keeps them until it is ended: `tsx claim-ports-process.ts HOW_MANY`. */
import { claimPort } from './ports.ts';

for (let left = Number(process.argv[2]); left > 0; left -= 1) process.stdout.write(`${await claimPort()}\n`);
setInterval(() => {}, 2 ** 30);
