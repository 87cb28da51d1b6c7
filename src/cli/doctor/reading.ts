import { requireModelServers } from '../../compose/model-server.ts';
import type { Config } from '../../config.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Describes how the processes that read untrusted files are isolated. */
export async function readers(): Promise<Diagnosis> {
  const { confinement } = await import('../../../engine/index.ts');
  const { network, processes } = confinement();
  const shut = [...(network ? ['a network'] : []), ...(processes ? ['access to other processes'] : [])];
  const open = [
    ...(network ? [] : ['reach the network']),
    ...(processes ? [] : ['see the memory and environment of other processes of this user']),
  ];
  return {
    is: `in separate processes, with limits on time and memory, without ${['settings', ...shut].join(', ')}`,
    notes: open.map(
      (what) =>
        `these processes can ${what}: this host does not let this user create namespaces (Linux, package util-linux; see SECURITY.md)`,
    ),
  };
}

export async function recordings(config: Config): Promise<Diagnosis> {
  const { TRANSCRIPTION_MODEL } = config;
  await requireModelServers(
    { ...config, MODEL: null, VISION_MODEL: null, EMBEDDING_MODEL: null },
    new AbortController().signal,
  );
  const { hasFfmpeg } = await import('../../../engine/index.ts');
  const notes = TRANSCRIPTION_MODEL === null ? ['set TRANSCRIPTION_MODEL to have them transcribed'] : [];
  const words =
    TRANSCRIPTION_MODEL === null ? 'only their subtitles are read' : `transcribed by ${TRANSCRIPTION_MODEL}`;
  if (await hasFfmpeg()) return { is: `${words}; ffmpeg is installed`, notes };
  return {
    is: words,
    notes: [...notes, 'install ffmpeg to read videos, long recordings and the subtitles inside recordings'],
  };
}

export async function pictures({ OCR_LANGUAGES, VISION_MODEL }: Config): Promise<Diagnosis> {
  const { openRecognition } = await import('../../../engine/index.ts');
  openRecognition(OCR_LANGUAGES);
  const read = `read in ${OCR_LANGUAGES.length === 0 ? 'eng' : OCR_LANGUAGES.join(', ')}`;
  if (VISION_MODEL !== null) return { is: `${read}; described by ${VISION_MODEL}` };
  return { is: read, notes: ['set VISION_MODEL to have photos without words described'] };
}

export async function pages({ PAGE_LAYOUT }: Config): Promise<Diagnosis> {
  const without = 'DOCX, DOC, ODT and RTF are cited by heading and paragraph';
  if (PAGE_LAYOUT === 'off') return { is: `${without}: PAGE_LAYOUT is off` };
  const { libreOffice } = await import('../../../engine/index.ts');
  const layout = await libreOffice()();
  if (layout !== null) return { is: layout.description };
  return { is: without, notes: ['install LibreOffice (soffice) to have them cited by page'] };
}
