/** Writes both packages as tarballs to `dist/packages`. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { buildClient } from './client/build.ts';

const target = resolve('dist/packages');
const client = resolve(target, 'client');

await buildClient(client);
for (const folder of ['.', client]) {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', target], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
