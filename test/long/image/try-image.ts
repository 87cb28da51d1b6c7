import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultSchema } from '../../../engine/model/result.ts';
import { type Image, inImage } from './build.ts';

type Surroundings = {
  repository: string;
  /** The folder that is mounted at `/data`. */
  data: string;
  tell: (line: string) => void;
  untilHealthy: () => Promise<void>;
};

const address = 'http://127.0.0.1:3987';

/** Does with the image what its users do. Throws if something does not work. */
export async function tryImage(image: Image, { data, tell, untilHealthy }: Surroundings): Promise<void> {
  const proviso = (...args: string[]) => inImage(image, [...image.entry, ...args], image.user);
  await untilHealthy();
  tell('the service is healthy with a read-only root file system');
  assert.throws(() => inImage(image, ['touch', '/proviso/file'], image.user), /Read-only file system/);
  assert.equal(inImage(image, ['id', '-u'], image.user).trim(), '1000');

  const doctor = proviso('doctor');
  assert.doesNotMatch(doctor, /FAILED/);
  assert.match(doctor, /ok {6}pages of documents: LibreOffice/);
  assert.match(doctor, /ffmpeg is installed/);
  tell('doctor finds LibreOffice, ffmpeg and the languages of pictures');

  makeFiles(data);
  const check = (file: string, rule: string, languages = '') => {
    writeFileSync(join(data, 'rules.yaml'), `- name: Rule\n  description: ${rule}\n`);
    chmodSync(join(data, 'rules.yaml'), 0o644);
    const args = ['check', `/data/${file}`, '--rules', '/data/rules.yaml', '--format', 'json'];
    const text = inImage(image, [...image.entry, ...args], image.user, { OCR_LANGUAGES: languages });
    return resultSchema.parse(JSON.parse(text));
  };
  const places = (result: ReturnType<typeof check>) =>
    JSON.stringify(result.findings.flatMap((finding) => ('citations' in finding ? finding.citations : [])));

  const docx = check('annex-b.docx', 'Personal data must be encrypted.');
  assert.equal(docx.files[0]?.status, 'read');
  assert.match(JSON.stringify(docx), /pages_as_laid_out/);
  tell('a DOCX file is cited by page');
  const scan = check('scan.png', 'Die Kündigungsfrist muss dreißig Tage sein.', 'deu');
  assert.match(JSON.stringify(scan.findings), /Kündigungsfrist/);
  tell('a scan is read in German');
  const video = check('video.mp4', 'The fee must be ninety euros.');
  assert.match(`${places(video)}${JSON.stringify(video.findings)}`, /ninety euros/);
  tell('the words in the pictures of a video are read');
  assert.equal((await fetch(`${address}/readyz`)).status, 200);
}

/** A scan in German, and a video with words in its pictures. Both are made with the programs of this machine. */
function makeFiles(data: string): void {
  const magick = (text: string, file: string) =>
    execFileSync('convert', [
      ...['-size', '1200x300', 'xc:white', '-font', 'DejaVu-Sans', '-pointsize', '44'],
      ...['-fill', 'black', '-annotate', '+40+150', text, join(data, file)],
    ]);
  magick('Die Kündigungsfrist beträgt dreißig Tage.', 'scan.png');
  magick('The fee is ninety euros.', 'frame.png');
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-y', '-loop', '1', '-i', join(data, 'frame.png'), '-t', '4'],
    ...['-pix_fmt', 'yuv420p', '-r', '5', join(data, 'video.mp4')],
  ]);
  for (const file of ['scan.png', 'video.mp4']) {
    chmodSync(join(data, file), 0o644);
    assert.ok(readFileSync(join(data, file)).length > 0);
  }
}
