/** npm runs this between the new version and its commit (`npm version`): it updates the files that contain the version. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { releasedChangelog } from './changelog.ts';

const version = process.env.npm_package_version;
if (version === undefined) throw new Error('There is no version. Run: npm version patch');

const [date = ''] = new Date().toISOString().split('T');
writeFileSync('CHANGELOG.md', releasedChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, date));
execFileSync('npm', ['run', '--silent', 'openapi'], { stdio: 'inherit' });
execFileSync('git', ['add', 'CHANGELOG.md', 'openapi.json'], { stdio: 'inherit' });
