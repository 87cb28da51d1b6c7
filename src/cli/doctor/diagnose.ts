import { assetAddresses } from '../../assets/address.ts';
import { openAssets, openStore } from '../../backend.ts';
import { type Config, readConfig } from '../../config.ts';
import { asOperator, environment } from '../settings.ts';

type Tell = (line: string) => void;

/** What a part is, and what the operator should know about it. */
type Diagnosis = { is: string; notes?: string[] };

/** Tries every part that the settings name and tells what it is and what is missing. False when one does not work. */
export function diagnose(tell: Tell): Promise<boolean> {
  return asOperator(async () => {
    const config = readConfig(environment());
    const parts: [string, () => Promise<Diagnosis>][] = [
      ['records', () => records(config)],
      ['files', () => files(config)],
      ['links', async () => links(config)],
      ['sign-in', async () => signIn(config)],
      ['readers', readers],
      ['pages of documents', () => pages(config)],
      ['recordings', () => recordings(config)],
      ['pictures', async () => pictures(config)],
    ];
    let sound = true;
    for (const [name, examine] of parts) {
      try {
        const { is, notes = [] } = await examine();
        tell(`ok      ${name}: ${is}`);
        for (const note of notes) tell(`        note: ${note}`);
      } catch (error) {
        sound = false;
        tell(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return sound;
  });
}

async function records(config: Config): Promise<Diagnosis> {
  const store = await openStore(config);
  try {
    const started = performance.now();
    await store.ping();
    const pingMs = Math.round(performance.now() - started);
    const accounts = await store.auth.count('user', []);
    const waiting = await store.runs.countWaiting();
    return {
      is: `${store.description}; written and read in ${pingMs} ms; ${accounts} accounts, ${waiting} runs waiting`,
      ...(accounts === 0 && { notes: ['nobody has an account yet: proviso user add --email E'] }),
    };
  } finally {
    await store.close();
  }
}

async function files(config: Config): Promise<Diagnosis> {
  const assets = await openAssets(
    config,
    assetAddresses(() => 'http://localhost'),
  );
  const started = performance.now();
  await assets.ping().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${assets.description}: ${reason}`, { cause });
  });
  const pingMs = Math.round(performance.now() - started);
  const shared =
    'uploads stay in this folder: every process on the same MongoDB has to see it, or use S3_BUCKET';
  const alone = config.MONGODB_URL !== null && config.S3_BUCKET === null;
  return {
    is: `${assets.description}; written and removed in ${pingMs} ms`,
    ...(alone && { notes: [shared] }),
  };
}

function links({ PUBLIC_URL, PORT }: Config): Diagnosis {
  if (PUBLIC_URL !== null) return { is: PUBLIC_URL };
  return {
    is: `http://localhost:${PORT}`,
    notes: ['PUBLIC_URL is not set: links in results work on this machine alone'],
  };
}

function signIn({ SECRET, MONGODB_URL }: Config): Diagnosis {
  if (SECRET !== null) return { is: 'signed with SECRET' };
  const alone = 'SECRET is not set: sessions made on one machine do not hold on another';
  return {
    is: 'signed with the secret kept in DATA_DIR',
    ...(MONGODB_URL !== null && { notes: [alone] }),
  };
}

/** How the processes are shut in that read files of strangers. */
async function readers(): Promise<Diagnosis> {
  const { confinement } = await import('../../../engine/index.ts');
  const { network, processes } = confinement();
  const shut = [...(network ? ['a network'] : []), ...(processes ? ['sight of other processes'] : [])];
  const open = [
    ...(network ? [] : ['reach the network']),
    ...(processes ? [] : ['see the memory and environment of other processes of this user']),
  ];
  return {
    is: `processes of their own, with limits on time and memory, without ${['settings', ...shut].join(', ')}`,
    notes: open.map(
      (what) =>
        `they can ${what}: this host does not let this user make namespaces (Linux, package util-linux; see SECURITY.md)`,
    ),
  };
}

async function recordings({ TRANSCRIPTION_MODEL }: Config): Promise<Diagnosis> {
  const { hasFfmpeg } = await import('../../../engine/index.ts');
  const notes =
    TRANSCRIPTION_MODEL === null ? ['set TRANSCRIPTION_MODEL to have their words written down'] : [];
  const words =
    TRANSCRIPTION_MODEL === null ? 'read by their subtitles alone' : `written down by ${TRANSCRIPTION_MODEL}`;
  if (await hasFfmpeg()) return { is: `${words}; ffmpeg is installed`, notes };
  return {
    is: words,
    notes: [...notes, 'install ffmpeg for subtitles inside them, for long ones and for videos'],
  };
}

function pictures({ OCR_LANGUAGES, VISION_MODEL }: Config): Diagnosis {
  const read = `read in ${OCR_LANGUAGES.length === 0 ? 'eng' : OCR_LANGUAGES.join(', ')}`;
  if (VISION_MODEL !== null) return { is: `${read}; described by ${VISION_MODEL}` };
  return { is: read, notes: ['set VISION_MODEL to have photos without words described'] };
}

async function pages({ PAGE_LAYOUT }: Config): Promise<Diagnosis> {
  const without = 'DOCX, DOC, ODT and RTF are cited by heading and paragraph';
  if (PAGE_LAYOUT === 'off') return { is: `${without}: PAGE_LAYOUT is off` };
  const { libreOffice } = await import('../../../engine/index.ts');
  const layout = await libreOffice()();
  if (layout !== null) return { is: layout.description };
  return { is: without, notes: ['install LibreOffice (soffice) to have them cited by page'] };
}
