import { type Config, readConfig } from '../../config.ts';
import { prepareDataFolder } from '../../process/data-folder.ts';
import { asOperator, environment } from '../settings/settings.ts';
import type { Diagnosis, Examine } from './diagnosis.ts';
import { modelParts } from './models.ts';
import { pages, pictures, readers, recordings } from './reading.ts';
import { files, identityProvider, mail, records, wakeUps } from './servers.ts';

type Tell = (line: string) => void;

/**
 * Tests every part of the service that the settings name. Prints the state of each part and what is missing. Returns
 * false if a part does not work.
 */
export function diagnose(tell: Tell): Promise<boolean> {
  return asOperator(async () => {
    const config = readConfig(environment());
    const report = (name: string, outcome: PromiseSettledResult<Diagnosis>): boolean => {
      if (outcome.status === 'rejected') {
        const { reason } = outcome;
        tell(`FAILED  ${name}: ${reason instanceof Error ? reason.message : String(reason)}`);
        return false;
      }
      tell(`ok      ${name}: ${outcome.value.is}`);
      for (const note of outcome.value.notes ?? []) tell(`        note: ${note}`);
      return true;
    };
    // The data folder is tested first, because the tests of other parts write to it.
    const [folder] = await Promise.allSettled([dataFolder(config)]);
    if (!report('data folder', folder)) return false;
    const parts = partsOf(config);
    const outcomes = await Promise.allSettled(parts.map(([, examine]) => examine()));
    let sound = true;
    for (const [at, outcome] of outcomes.entries()) sound = report(parts[at]?.[0] ?? '', outcome) && sound;
    return sound;
  });
}

function partsOf(config: Config): [string, Examine][] {
  return [
    ['records', () => records(config)],
    ['files', () => files(config)],
    ...wakeUps(config),
    ['links', async () => links(config)],
    ['sign-in', async () => signIn(config)],
    ...identityProvider(config),
    ...modelParts(config),
    ...mail(config),
    ['readers', readers],
    ['pages of documents', () => pages(config)],
    ['recordings', () => recordings(config)],
    ['pictures', () => pictures(config)],
  ];
}

async function dataFolder({ DATA_DIR }: Config): Promise<Diagnosis> {
  return { is: DATA_DIR, notes: prepareDataFolder(DATA_DIR) };
}

function links({ PUBLIC_URL, PORT }: Config): Diagnosis {
  if (PUBLIC_URL !== null) return { is: PUBLIC_URL };
  return {
    is: `http://localhost:${PORT}`,
    notes: ['PUBLIC_URL is not set: links in results work on this machine only'],
  };
}

function signIn({ SECRET, MONGODB_URL }: Config): Diagnosis {
  if (SECRET !== null) return { is: 'signed with SECRET' };
  const alone = 'SECRET is not set: sessions of one machine are not valid on another';
  return {
    is: 'signed with the secret stored in DATA_DIR',
    ...(MONGODB_URL !== null && { notes: [alone] }),
  };
}
