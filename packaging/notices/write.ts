import { readFileSync, writeFileSync } from 'node:fs';
import { thirdPartyNotices } from './notices.ts';

writeFileSync('THIRD_PARTY_NOTICES.md', thirdPartyNotices(readFileSync('package-lock.json', 'utf8')));
