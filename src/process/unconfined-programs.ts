import type { Logger } from 'pino';
import { confinement, unconfinedPrograms } from '../../engine/sandbox/confinement.ts';

/** Warns the operator if the programs that open users' files see other files of this machine. */
export function warnOfUnconfinedPrograms(log: Logger): void {
  if (!confinement().files)
    log.warn(`${unconfinedPrograms}: this host does not let this user create namespaces; see SECURITY.md`);
}
