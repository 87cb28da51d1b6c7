/**
 * npm runs this before it writes the new version (`npm version`). A release is refused here, where no file has changed
 * yet.
 */
import { readFileSync } from 'node:fs';
import { ensureFreshCertificate } from './certificate.ts';
import { releasedChangelog } from './changelog.ts';

releasedChangelog(readFileSync('CHANGELOG.md', 'utf8'), 'next', 'today');
ensureFreshCertificate();
