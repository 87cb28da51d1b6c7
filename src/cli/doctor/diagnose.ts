import { installationSecret } from '../../auth/secret.ts';
import { type Config, ignoredSettings, readConfig } from '../../config.ts';
import { prepareDataFolder } from '../../process/data-folder.ts';
import { asOperator, environment } from '../settings/settings.ts';
import type { Diagnosis, Part } from './diagnosis.ts';
import { address, clock, diskSpace, fileRights } from './machine.ts';
import { modelParts } from './models.ts';
import { pages, pictures, readers, recordings } from './reading.ts';
import { files, identityProvider, links, mail, records, wakeUps } from './servers.ts';

type Tell = (line: string) => void;

/**
 * Tests every part of the service that the settings name. Prints the state of each part and what is missing. Returns
 * false if a part does not work.
 */
export function diagnose(tell: Tell): Promise<boolean> {
  return asOperator(async () => {
    const settings = environment();
    const config = readConfig(settings);
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
    const warnings = folder.status === 'fulfilled' ? folder.value.warnings : [];
    const parts = partsOf(config, warnings, ignoredSettings(settings));
    const outcomes = await Promise.allSettled(
      parts.map(([, setting, examine]) => examine(setting ?? '', config)),
    );
    let sound = true;
    for (const [at, outcome] of outcomes.entries()) sound = report(parts[at]?.[0] ?? '', outcome) && sound;
    return sound;
  });
}

function partsOf(config: Config, warnings: readonly string[], ignored: string[]): Part[] {
  const always = (name: string, examine: (config: Config) => Promise<Diagnosis>): Part => [
    name,
    '',
    () => examine(config),
  ];
  const parts: Part[] = [
    ['settings', ignored.length > 0 ? '' : null, async () => ({ is: 'some have no effect', notes: ignored })],
    always('file rights', async () => fileRights(warnings)),
    always('disk space', diskSpace),
    always('clock', clock),
    always('address', address),
    always('records', records),
    always('files', files),
    ['wake-ups', config.REDIS_URL, wakeUps],
    always('links', links),
    always('sign-in', signIn),
    ['identity provider', config.OIDC_ISSUER, identityProvider],
    ...modelParts(config),
    ['mail', config.SMTP_URL, mail],
    always('readers', readers),
    always('pages of documents', pages),
    always('recordings', recordings),
    always('pictures', pictures),
  ];
  return parts.filter(([, setting]) => setting !== null);
}

async function dataFolder({ DATA_DIR }: Config): Promise<Diagnosis & { warnings: string[] }> {
  return { is: DATA_DIR, warnings: prepareDataFolder(DATA_DIR) };
}

async function signIn({ SECRET, MONGODB_URL, DATA_DIR }: Config): Promise<Diagnosis> {
  if (SECRET !== null) return { is: 'signed with SECRET' };
  await installationSecret(DATA_DIR, SECRET);
  const alone = 'SECRET is not set: sessions of one machine are not valid on another';
  return {
    is: 'signed with the secret stored in DATA_DIR',
    ...(MONGODB_URL !== null && { notes: [alone] }),
  };
}
