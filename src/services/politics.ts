import { isDeepStrictEqual } from 'node:util';
import { ProvisoError } from '../../engine/model/errors.ts';
import { type Rule, repeatedIds } from '../../engine/model/rule.ts';
import { AppError, type FieldProblem, refuseInvalid } from '../domain/errors.ts';
import type { JsonObject, Politics, PoliticsContent, PoliticsFile } from '../domain/politics.ts';
import { applyPatch, type PoliticsPatch } from '../domain/politics-patch.ts';
import { politicsCursor } from '../domain/records/cursor.ts';
import { metadataProblems } from '../domain/records/metadata.ts';
import { newObjectId, requireObjectId } from '../domain/records/object-id.ts';
import { type Actor, requireNoLimit, requireOwned, requireRight } from '../domain/records/owned.ts';
import { fewerThan } from '../domain/records/quota.ts';
import { whyTooLarge } from '../domain/records/rule-set-size.ts';
import { firstStamp } from '../domain/records/versioned.ts';
import type { ListQuery } from '../store/ports/records.ts';
import type { Dependencies } from './dependencies.ts';
import { checkLinks, withAsset } from './files/linked-files.ts';
import { type Expected, requireVersion } from './records/expected.ts';
import { type After, listById } from './records/listing.ts';
import { ownedPolitics } from './records/owned-records.ts';
import { Turns } from './turns.ts';

export type NewPolitics = Pick<PoliticsContent, 'name' | 'description' | 'rules'> &
  Partial<Omit<PoliticsContent, 'name' | 'description' | 'rules'>>;

/**
 * The number of latest changes whose ids are stored in a rule set. A change that is repeated after a crash is
 * recognized only if its id is still stored.
 */
const storedChanges = 20;

/** The maximum time to lint rules. */
const mostLintMs = 30_000;
/** For how many users a server lints rules and checks output formats at the same time, in processes of their own. */
const mostAtOnce = 4;
const unlimited = new AbortController().signal;

/**
 * The rule sets of a user. Throws `validation_failed` for an invalid id, and `politics_not_found` for a rule set that
 * does not exist or belongs to another user.
 */
export function politicsService(dependencies: Dependencies) {
  const lintTurns = new Turns(mostAtOnce);
  const formatTurns = new Turns(mostAtOnce);
  const { store, limits, clock, outputFormats } = dependencies;

  const get = (actor: Actor, id: string) => ownedPolitics(actor, 'read', id, store, 'id');
  const changeable = (actor: Actor, id: string) => ownedPolitics(actor, 'write', id, store, 'id');

  function refuseOverLimits(content: PoliticsContent): void {
    const counts: [string, number, number][] = [
      ['rules', content.rules.length, limits.LIMIT_RULES],
      ['knowledgeFiles', content.knowledgeFiles.length, limits.LIMIT_KNOWLEDGE_FILES],
      ['contactNotifications', content.contactNotifications.length, limits.LIMIT_RECIPIENTS],
    ];
    const problems: FieldProblem[] = counts.flatMap(([path, count, most]) =>
      count > most ? [{ path, message: `would have ${count} entries: at most ${most} are allowed` }] : [],
    );
    problems.push(...metadataProblems(content.metadata, limits.LIMIT_METADATA));
    const size = whyTooLarge(content, limits.LIMIT_RULE_SET_BYTES);
    if (size !== null) problems.push({ path: 'rules', message: `the whole rule set ${size}` });
    if (content.rules.length === 0) problems.push({ path: 'rules', message: 'needs at least one rule' });
    refuseInvalid(problems);
  }

  /**
   * Checks the links of files and the outputFormat. Returns a function that adds to each file the id of the upload to
   * which the URL of the file refers. Throws `validation_failed`.
   */
  async function checked(
    actor: Actor,
    lists: { [field: string]: PoliticsFile[] | undefined },
    format: JsonObject | null,
  ) {
    const links = Object.entries(lists).flatMap(([field, files]) =>
      (files ?? []).map(({ url }, at) => ({ url, path: `${field}[${at}].url` })),
    );
    const [{ assetIds, problems }, formatProblems] = await Promise.all([
      checkLinks(actor, links, dependencies),
      format === null ? [] : formatTurns.take(actor.userId, unlimited, () => outputFormats.problems(format)),
    ]);
    refuseInvalid([...problems, ...formatProblems]);
    return (files: PoliticsFile[]) => files.map((file) => withAsset(file, assetIds));
  }

  return {
    get,

    /**
     * Finds the problems of rules that make them hard to check. Nothing is stored. Users take turns, and a user has one
     * turn at a time. The work ends when `canceled` is aborted.
     */
    async lint({ userId }: Actor, rules: readonly Rule[], canceled?: AbortSignal) {
      if (rules.length > limits.LIMIT_RULES)
        refuseInvalid([
          {
            path: 'rules',
            message: `has ${rules.length} entries: at most ${limits.LIMIT_RULES} are allowed`,
          },
        ]);
      // The engine is loaded here, because it is large and a server that lints nothing does not need it.
      const { lintRulesApart } = await import('../../engine/index.ts');
      const signal = canceled ?? unlimited;
      const lint = () => lintRulesApart(rules, { mostMs: mostLintMs, signal });
      const problems = await lintTurns.take(userId, signal, lint).catch((error: unknown) => {
        if (error instanceof ProvisoError && error.code === 'lint_too_long')
          refuseInvalid([{ path: 'rules', message: error.message }]);
        throw error;
      });
      return { problems };
    },

    /**
     * Creates a rule set. A second call with the same `recordId`, such as after a crash, returns the rule set that the
     * first call created. Throws `quota_exceeded`, and `scope_missing` if the token is limited to one record.
     */
    async create(
      actor: Actor,
      input: NewPolitics,
      { recordId = newObjectId(clock.now()) }: { recordId?: string } = {},
    ) {
      const { name, description, rules, contactNotifications = [], outputFormat = null } = input;
      const { metadata = {}, secondSignOff = false } = input;
      const { workspaceId, userId } = actor;
      requireRight(actor, 'write');
      requireNoLimit(actor);
      const linked = await checked(actor, { knowledgeFiles: input.knowledgeFiles }, outputFormat);
      const knowledgeFiles = linked(input.knowledgeFiles ?? []);
      const content = {
        ...{ name, description, rules, knowledgeFiles, contactNotifications },
        ...{ outputFormat, metadata, secondSignOff },
      };
      refuseOverLimits(content);
      refuseInvalid(
        repeatedIds(rules).map(({ index, message }) => ({ path: `rules[${index}].id`, message })),
      );
      const ids = { _id: recordId, workspaceId, userId };
      const record = { ...ids, ...content, status: 1, ...firstStamp(clock.now()) };
      const admit = fewerThan(limits.LIMIT_POLITICS, 'rule sets', 'delete one that you no longer need');
      return (await store.politics.insert(record, admit)) ? record : get(actor, recordId);
    },

    list(actor: Actor, { share = 1, ...query }: ListQuery & After) {
      return listById(store.politics, politicsCursor, actor, {
        ...query,
        mostBytes: Math.floor(limits.LIMIT_ANSWER_BYTES * share),
      });
    },

    /**
     * Changes a rule set. Throws `precondition_failed` if the version of the rule set does not match `expected`.
     * `recordId` identifies the change: a second call with the same id, such as after a crash, changes nothing.
     */
    async update(
      actor: Actor,
      id: string,
      patch: PoliticsPatch,
      { recordId, expected }: { recordId?: string; expected?: Expected } = {},
    ) {
      const { knowledgeFiles, addKnowledgeFiles, ...rest } = patch;
      const found = await changeable(actor, id);
      if (recordId !== undefined && found.lastChanges?.includes(recordId)) return found;
      const { outputFormat = null } = patch;
      // An unchanged format is not validated again: earlier releases did not validate formats, and a client must be
      // able to send any record back unchanged.
      const newFormat = isDeepStrictEqual(outputFormat, found.outputFormat) ? null : outputFormat;
      const linked = await checked(actor, { knowledgeFiles, addKnowledgeFiles }, newFormat);
      const linkedPatch: PoliticsPatch = {
        ...rest,
        ...(knowledgeFiles && { knowledgeFiles: linked(knowledgeFiles) }),
        ...(addKnowledgeFiles && { addKnowledgeFiles: linked(addKnowledgeFiles) }),
      };
      const changed = await store.politics.update(actor.workspaceId, requireObjectId(id, 'id'), (current) => {
        requireVersion(current, expected);
        const content = applyPatch(current, linkedPatch);
        refuseOverLimits(content);
        return { ...current, ...content, ...(recordId && withChange(current, recordId)) };
      });
      return requireOwned(actor, 'write', changed, 'politics_not_found', missing(id));
    },

    /**
     * Deletes a rule set. Throws `politics_in_use` while a project uses the rule set, and `precondition_failed` if the
     * version of the rule set does not match `expected`.
     */
    async remove(actor: Actor, id: string, { expected }: { expected?: Expected } = {}) {
      const politics = await changeable(actor, id);
      const uses = await store.projects.countWithPolitics(actor.workspaceId, politics._id);
      if (uses > 0) {
        throw new AppError(
          'politics_in_use',
          `${uses === 1 ? 'a project uses' : `${uses} projects use`} rule set ${politics._id}: delete ${uses === 1 ? 'it' : 'them'} first`,
        );
      }
      await store.politics.delete(actor.workspaceId, politics._id, (current) =>
        requireVersion(current, expected),
      );
    },
  };
}

function withChange({ lastChanges = [] }: Politics, id: string): Pick<Politics, 'lastChanges'> {
  return { lastChanges: [...lastChanges, id].slice(-storedChanges) };
}

function missing(id: string): string {
  return `rule set ${id} was not found`;
}
