import { described, type RecordingFormat } from './format.ts';

const kind = 'Recording';

/** Every supported type of recording. */
export const recordingFormats: readonly RecordingFormat[] = [
  {
    ...described('mp3', '1', 'audio/mpeg', 'an MP3 recording', '.mp3'),
    kind,
    magic: [{ bytes: 'ID3' }, { bytes: '\xff\xfb' }, { bytes: '\xff\xf3' }, { bytes: '\xff\xf2' }],
    recording: { sendable: true, pictures: false, demuxer: 'mp3' },
  },
  {
    ...described('wav', '1', 'audio/wav', 'a WAV recording', '.wav'),
    kind,
    // RF64 is the variant of RIFF for files of more than 4 GB.
    magic: [
      { bytes: 'RIFF', and: { at: 8, bytes: 'WAVE' } },
      { bytes: 'RF64', and: { at: 8, bytes: 'WAVE' } },
    ],
    recording: { sendable: true, pictures: false, demuxer: 'wav' },
  },
  {
    ...described('m4a', '1', 'audio/mp4', 'an MPEG-4 recording', '.m4a'),
    kind,
    magic: [{ at: 4, bytes: 'ftypM4A' }],
    recording: { sendable: true, pictures: false, demuxer: 'mov' },
  },
  {
    ...described('ogg', '1', 'audio/ogg', 'an Ogg recording', '.ogg', '.oga', '.opus'),
    kind,
    magic: [{ bytes: 'OggS' }],
    recording: { sendable: true, pictures: false, demuxer: 'ogg' },
  },
  {
    ...described('flac', '1', 'audio/flac', 'a FLAC recording', '.flac'),
    kind,
    magic: [{ bytes: 'fLaC' }],
    recording: { sendable: true, pictures: false, demuxer: 'flac' },
  },
  {
    ...described('mp4', '2', 'video/mp4', 'an MPEG-4 video', '.mp4', '.m4v'),
    kind,
    magic: [
      { at: 4, bytes: 'ftypiso' },
      { at: 4, bytes: 'ftypmp4' },
      { at: 4, bytes: 'ftypM4V' },
      { at: 4, bytes: 'ftypavc1' },
    ],
    recording: { sendable: true, pictures: true, demuxer: 'mov' },
  },
  {
    ...described('mov', '2', 'video/quicktime', 'a QuickTime video', '.mov'),
    kind,
    magic: [{ at: 4, bytes: 'ftypqt  ' }],
    recording: { sendable: false, pictures: true, demuxer: 'mov' },
  },
  {
    ...described('webm', '2', 'video/webm', 'a WebM or Matroska video', '.webm', '.mkv'),
    kind,
    magic: [{ bytes: '\x1aE\xdf\xa3' }],
    recording: { sendable: true, pictures: true, demuxer: 'matroska' },
  },
];
