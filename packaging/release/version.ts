/** npm runs this between the new version and its commit (`npm version`): it updates the files that contain the version. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { certificateFileSchema } from '../../engine/model/certificate.ts';
import { certificateText } from '../../src/eval/exam/certify.ts';
import { withCertificates } from '../../tools/exam/certificate-table.ts';
import { certificateFile } from './certificate.ts';
import { releasedChangelog } from './changelog.ts';

const version = process.env.npm_package_version;
if (version === undefined) throw new Error('There is no version. Run: npm version patch');

const [date = ''] = new Date().toISOString().split('T');
rewrite('CHANGELOG.md', (text) => releasedChangelog(text, version, date));

// Nothing that decides labels has changed since the measurement, see `preversion.ts`: this version was measured.
const measured = certificateFileSchema.parse(JSON.parse(readFileSync(certificateFile, 'utf8')));
const certificates = measured.certificates.map((one) => ({ ...one, version }));
rewrite(certificateFile, () => certificateText(certificates));
rewrite('docs/labels.md', (page) => withCertificates(page, certificates));

execFileSync('npm', ['run', '--silent', 'openapi'], { stdio: 'inherit' });
execFileSync('git', ['add', 'CHANGELOG.md', certificateFile, 'docs/labels.md', 'openapi.json'], {
  stdio: 'inherit',
});

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
