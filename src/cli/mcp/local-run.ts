import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type AnalysisEvent,
  analyze,
  closeLoading,
  defaultLimits,
  type Job,
  type JobFile,
  keyRules,
  openProposer,
  supportedExtensions,
} from '../../../engine/index.ts';
import { noSourceCache, openLocalFile } from '../../../engine/load/local-files.ts';
import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Result, Warning } from '../../../engine/model/result.ts';
import type { AgentRun, NewCheck, RedlineQuery, Sources } from '../../mcp/agent-service.ts';
import { chosenFile, refuseUnknown } from '../../services/redlines/redline-query.ts';
import { plural } from '../../services/report/words.ts';
import { type FileTexts, fileTexts } from '../check/file-texts.ts';
import { filesBehind } from '../check/input-files.ts';
import { modelSettings, modelsHere, portsHere, requireServers, secretHere } from '../check/model.ts';
import { redlineHere } from '../redline/run.ts';
import { badInput } from '../terminal/ending.ts';
import { type Folders, LocalFailure, localFailure } from './folders.ts';
import { readRuleSet } from './rule-sets.ts';

type OpenedSources = { files: JobFile[]; warnings: Warning[]; close(): Promise<void> };

/**
 * Finds the files and writes the texts to a temporary folder, which `close` deletes. Throws `file_not_allowed`,
 * `file_not_found` and `bad_input`.
 */
export async function openSources({ files, texts }: Sources, folders: Folders): Promise<OpenedSources> {
  const paths: string[] = [];
  for (const file of files) paths.push(await folders.find(file));
  const found = await filesBehind(paths, {
    supported: supportedExtensions,
    except: [],
    spool: async (named) => {
      throw new LocalFailure('file_not_allowed', `${named} is not a file`);
    },
  });
  if (texts.length === 0) return { ...found, close: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'proviso-mcp-'));
  const written: JobFile[] = [];
  for (const [index, { name, text }] of texts.entries()) {
    const ref = join(folder, `${index}.txt`);
    await writeFile(ref, text);
    written.push({ name, ref, linkBase: name });
  }
  return {
    files: [...found.files, ...written],
    warnings: found.warnings,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A check on this machine. Its findings and the texts of its files are in memory. */
export class LocalRun {
  readonly id = randomBytes(12).toString('hex');
  readonly startedAt = new Date().toISOString();
  readonly texts: FileTexts = fileTexts();
  readonly name: string;
  readonly #job: Job;
  readonly #sources: OpenedSources;
  /** The number of texts that the agent sent. They are deleted after the check. */
  readonly #sent: number;
  readonly #controller = new AbortController();
  #findings: Finding[] = [];
  #files = 0;
  #doing = 'waiting';
  #state: AgentRun['state'] = 'running';
  #error: AgentRun['error'] = null;
  #result: Result | null = null;

  private constructor(name: string, job: Job, sources: OpenedSources, sent: number) {
    this.name = name;
    this.#sent = sent;
    this.#job = { ...job, runId: this.id };
    this.#sources = sources;
  }

  /** Reads the rules and finds the files. Throws an error for what the agent named wrongly. */
  static async prepare(check: NewCheck, folders: Folders): Promise<LocalRun> {
    const ruleSet =
      check.ruleSet === undefined
        ? { rules: check.rules ?? [], outputFormat: null, name: 'rules of the agent' }
        : await readRuleSet(check.ruleSet, folders);
    const sources = await openSources(check, folders);
    const job: Job = {
      runId: '',
      rules: keyRules(ruleSet.rules),
      knowledge: [],
      inputs: sources.files,
      scope: check.scope,
      outputFormat: ruleSet.outputFormat,
      limits: defaultLimits,
      earlier: [],
    };
    return new LocalRun(
      check.name ?? `${ruleSet.name}: ${plural(sources.files.length, 'file', 'files')}`,
      job,
      sources,
      check.texts.length,
    );
  }

  get findings(): readonly Finding[] {
    return this.#result?.findings ?? this.#findings;
  }

  get hasEnded(): boolean {
    return this.#state !== 'running';
  }

  view(): AgentRun {
    const { inputs, rules, scope } = this.#job;
    const checks = rules.length * (scope === 'each' ? inputs.length : 1);
    const done = this.#files + this.#findings.length;
    return {
      ...{ id: this.id, name: this.name, state: this.#state, error: this.#error },
      percent: this.hasEnded ? 100 : Math.floor((100 * done) / (inputs.length + checks)),
      doing: `${this.#doing}: ${this.#files} of ${inputs.length} files, ${this.#findings.length} of ${checks} answers`,
      result: this.#result,
    };
  }

  /** Stops the check. It has ended when `check` has returned. */
  cancel(): void {
    this.#controller.abort(new Error('the check was canceled'));
  }

  /** Runs the check to its end. Never throws: the state says how it ended, and that nothing of it is left on the disk. */
  async check(environment: NodeJS.ProcessEnv): Promise<void> {
    const ended = await this.#ended(environment);
    closeLoading();
    await this.#sources.close();
    this.#error = ended.error;
    this.#state = ended.state;
  }

  /**
   * Redlines a file of the run, which has ended. Nothing is written outside of a temporary folder. Throws
   * `run_not_ended`, `file_changed` and `bad_input`.
   */
  async redline(query: RedlineQuery, environment: NodeJS.ProcessEnv, signal: AbortSignal) {
    const { file, accept, propose } = query;
    const result = this.#result;
    if (result === null) throw new LocalFailure('run_not_ended', `run ${this.id} has no result to redline`);
    const { inputs, scope } = this.#job;
    const at = chosenFile(inputs, file);
    const [input] = inputs.slice(at, at + 1);
    if (input === undefined) throw new Error(`run ${this.id} has no file ${at}`);
    if (this.#sent > 0)
      throw badInput('the run has texts that were sent: save them as files, and check those');
    const findings = result.findings.filter(
      ({ subject }) => subject.kind === 'project' || subject.fileIndex === at,
    );
    refuseUnknown({ accept }, new Set(findings.map(({ rule }) => rule.key)));
    const { sha256 } = await openLocalFile(input, signal);
    const isOther = ({ source }: Citation) =>
      source.role === 'input' && source.fileIndex === at && source.sha256 !== sha256;
    if (findings.some(({ citations }) => citations.some(isOther)))
      throw new LocalFailure('file_changed', `${input.name} is not as it was checked: check it again`);
    const models = modelsHere(modelSettings({}, environment), secretHere(environment));
    // The texts of changed copies are not kept.
    const ports = portsHere(models, { ...this.texts.sourceCache, put: noSourceCache.put });
    return redlineHere({
      ...{ ref: input.ref, file: { name: input.name, sha256 }, fileIndex: at },
      ...{ result: { findings }, textsOf: this.texts.textsOf },
      ...(propose && { proposer: openProposer(this.#job, ports, signal) }),
      wants: ({ rule }) => accept === undefined || accept.includes(rule.key),
      check: (ref) => {
        const changed = { ...input, ref, name: basename(ref) };
        const all = scope === 'each' ? [changed] : inputs.map((one) => (one === input ? changed : one));
        return analyze({ ...this.#job, inputs: all, outputFormat: null }, ports, { signal });
      },
    });
  }

  async #ended(environment: NodeJS.ProcessEnv): Promise<Pick<AgentRun, 'state' | 'error'>> {
    const { signal } = this.#controller;
    try {
      signal.throwIfAborted();
      const settings = modelSettings({}, environment);
      const models = modelsHere(settings, secretHere(environment));
      await requireServers(settings, signal);
      const ports = portsHere(models, this.texts.sourceCache);
      const result = await analyze(this.#job, ports, { signal, onEvent: (event) => this.#note(event) });
      this.#result = { ...result, warnings: [...this.#sources.warnings, ...result.warnings] };
      if (result.findings.some(({ assessed }) => assessed)) return { state: 'completed', error: null };
      const message = 'no rule could be assessed: see notRead and warnings';
      return { state: 'failed', error: { code: 'nothing_assessed', message } };
    } catch (error) {
      return signal.aborted
        ? { state: 'canceled', error: null }
        : { state: 'failed', error: localFailure(error) };
    }
  }

  #note(event: AnalysisEvent): void {
    if (event.type === 'file_started') this.#doing = 'reading';
    if (event.type === 'file_ended') this.#files += 1;
    if (event.type !== 'finding') return;
    this.#doing = 'checking';
    this.#findings.push(event.finding);
  }
}
