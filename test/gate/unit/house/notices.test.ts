import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { thirdPartyNotices } from '../../../../packaging/notices/notices.ts';

it('THIRD_PARTY_NOTICES.md lists the packages of the lock file: run npm run notices', () => {
  expect(readFileSync('THIRD_PARTY_NOTICES.md', 'utf8')).toBe(
    thirdPartyNotices(readFileSync('package-lock.json', 'utf8')),
  );
});
