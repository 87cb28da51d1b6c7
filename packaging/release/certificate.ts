import { execFileSync } from 'node:child_process';

export const certificateFile = 'engine/check/certificates.json';

/** The folders with everything that decides labels or tests them. */
const measured = ['engine', 'prompts', 'exam'];
const shown = 5;

/**
 * Throws if a file that decides labels or tests them has changed since the commit that last wrote the certificate.
 *
 * The commit of a release writes the certificate too, because the certificate gets the new version. For later releases
 * that commit is the last one that wrote it, and changes are counted from there. This is right, because this check ran
 * before that commit: between the measurement and the release nothing had changed.
 */
export function ensureFreshCertificate(): void {
  const commit = git('rev-list', '-1', 'HEAD', '--', certificateFile).trim();
  if (commit === '') throw new Error(`No commit contains ${certificateFile}.`);
  // In a shallow clone, the oldest commit appears to have written every file.
  const isShallow = git('rev-parse', '--is-shallow-repository').trim() === 'true';
  if (isShallow && git('rev-list', '--max-parents=0', 'HEAD').split('\n').includes(commit))
    throw new Error('The clone lacks the commit of the certificate. Run: git fetch --unshallow');
  const changed = git('diff', '--name-only', '-z', commit, '--', ...measured, `:(exclude)${certificateFile}`)
    .split('\0')
    .filter((file) => file !== '');
  if (changed.length === 0) return;
  const more = changed.length > shown ? ` and ${changed.length - shown} more` : '';
  throw new Error(
    `the certificate of the labels was measured before these changes: ${changed.slice(0, shown).join(', ')}${more}. Run: npm run exam -- certify (about 15 minutes), commit it, and repeat.`,
  );
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' });
}
