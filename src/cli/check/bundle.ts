import { createReadStream } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type AnalysisEvent, type Job, openLocalFile } from '../../../engine/index.ts';
import type { Result } from '../../../engine/model/result.ts';
import type { OpenSource } from '../../../engine/ports.ts';
import { installationSecret } from '../../auth/secret.ts';
import { observeFiles } from '../../bundle/file-events.ts';
import { bundledRules, rulesHash } from '../../bundle/rules.ts';
import { type SigningKey, signingKeyOf } from '../../bundle/signing-key.ts';
import { type FilePlace, writeBundle } from '../../bundle/write-bundle.ts';
import { readConfig } from '../../config.ts';
import { AppError } from '../../domain/errors.ts';
import { emptyChain } from '../../domain/records/hash-chain.ts';
import {
  type ChainEntry,
  continued,
  findingHash,
  type RunEvent,
  resultHash,
} from '../../domain/runs/event-chain.ts';
import { packageVersion } from '../../process/package-version.ts';
import { badInput } from '../terminal/ending.ts';
import { replaceFile } from '../terminal/output.ts';
import type { FileTexts } from './file-texts.ts';

/** Records a run of the command line as a chain of events. */
export type RunRecording = {
  openSource: OpenSource;
  note(event: AnalysisEvent): void;
  /**
   * Writes the bundle of the run, completely or not at all, and says on standard error with which key it is signed.
   * Throws `bad_input` for a bundle that is too large, and `cannot_write`.
   */
  write(out: string, result: Result, withSources: boolean, signal: AbortSignal): Promise<void>;
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Begins the recording of a run. Finds the signing key first, so that a missing key does not lose the result: throws
 * `bad_input` if there is none and none can be created.
 */
export async function recordingOf(
  job: Job,
  { textsOf }: FileTexts,
  environment: Environment,
): Promise<RunRecording> {
  const key = await signingKey(environment);
  const mostBytes = readConfig({ LIMIT_BUNDLE_BYTES: environment.LIMIT_BUNDLE_BYTES }).LIMIT_BUNDLE_BYTES;
  const { openSource, eventOf } = observeFiles(openLocalFile);
  const chain: ChainEntry[] = [];
  const record = (...events: RunEvent[]) => {
    const last = chain.at(-1) ?? emptyChain;
    chain.push(...continued(job.runId, last, events, { now: new Date() }));
  };
  const { scope, outputFormat, promptVersions } = job;
  const rules = bundledRules(null, { rules: job.rules, scope, outputFormat, promptVersions });
  const proviso = packageVersion();
  record({ type: 'run_created', data: { rulesSha256: rulesHash(rules) } });
  record({ type: 'attempt_started', data: { attempt: 1, proviso } });

  /** The path of a file of the run, as the engine opened it. */
  const openFile = async ({ role, fileIndex }: FilePlace) => {
    const file = (role === 'input' ? job.inputs : job.knowledge)[fileIndex];
    return file === undefined ? null : createReadStream(file.ref);
  };

  return {
    openSource,

    note(event) {
      const recorded = eventOf(event, job);
      if (recorded !== null) record(recorded);
      if (event.type !== 'finding') return;
      const { id } = event.finding;
      record({ type: 'findings_recorded', data: { findings: [{ id, sha256: findingHash(event.finding) }] } });
    },

    async write(out, result, withSources, signal) {
      const { runId: _, findings, ...head } = result;
      const state = findings.some(({ assessed }) => assessed) ? 'completed' : 'failed';
      record({ type: 'run_ended', data: { state, resultSha256: resultHash(head) } });
      const contents = {
        ...{ madeAt: new Date(), proviso, result, signOff: null, rules, chain, textsOf },
        ...(withSources && { openFile }),
      };
      await replaceFile(out, signal, (file) =>
        writeBundle(file, contents, key, mostBytes).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'bundle_too_large') throw badInput(error.message);
          throw error;
        }),
      );
      process.stderr.write(`proviso: ${out} is signed with the key ${key.id}\n`);
    },
  };
}

/**
 * The key of this installation: from SIGNING_SECRET or SECRET, else from the secret in DATA_DIR, else from a secret of
 * this user, which the first bundle creates.
 */
async function signingKey(environment: Environment): Promise<SigningKey> {
  const { SIGNING_SECRET, SECRET, DATA_DIR, XDG_CONFIG_HOME } = environment;
  const config = readConfig({ SIGNING_SECRET, SECRET });
  const folder = DATA_DIR?.trim() || join(XDG_CONFIG_HOME?.trim() || join(homedir(), '.config'), 'proviso');
  try {
    return signingKeyOf(await installationSecret(folder, config.SIGNING_SECRET ?? config.SECRET));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw badInput(
      `the key that signs the bundle could not be created in ${folder} (${why}): set SIGNING_SECRET`,
    );
  }
}
