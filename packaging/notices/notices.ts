import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
    }),
  ),
});

/** Packages of which the pages of the dashboard contain code, although only development needs to install them. */
const inDashboard = [
  '@tanstack/history',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-store',
  '@tanstack/react-virtual',
  '@tanstack/router-core',
  '@tanstack/store',
  '@tanstack/virtual-core',
  'react',
  'react-dom',
  'scheduler',
];

/** The text of `THIRD_PARTY_NOTICES.md`: every package that an installation of Proviso contains, from the lock file. */
export function thirdPartyNotices(lock: string): string {
  const { packages } = lockSchema.parse(JSON.parse(lock));
  const rows = Object.entries(packages).flatMap(([path, { version = '', license, dev }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (name === '' || (dev === true && !inDashboard.includes(name))) return [];
    return [`| ${name} | ${version} | ${license ?? 'see the package'} |`];
  });
  return `# Third-party notices

An installation of Proviso contains the packages below, or some of them, depending on the system. Each package brings the
text of its license. \`npm run notices\` writes this file from \`package-lock.json\`.

| Package | Version | License |
| --- | --- | --- |
${[...new Set(rows)].sort().join('\n')}
`;
}

/** The licenses of packages whose code is part of a file of another package. */
export function bundledNotices(names: string[]): string {
  const texts = names.map((name) => {
    const folder = join('node_modules', name);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`the package ${name} has no license text`);
    return `## ${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return `# Third-party notices\n\nThis package contains code of these packages.\n\n${texts.join('\n')}`;
}
