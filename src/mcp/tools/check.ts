import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { scopeSchema } from '../../../engine/model/rule.ts';
import { filledText, strict } from '../../api/fields.ts';
import { refuseInvalid } from '../../domain/errors.ts';
import type { AgentRun, AgentService, NewCheck } from '../agent-service.ts';
import { runView } from '../views/finding.ts';
import { findingsView } from './findings.ts';
import { type Call, rules, run as runId, sourceFields, type Tool, tool } from './tool.ts';

/** How often a run is looked at while a call waits for it, in ms. */
const lookEveryMs = 400;

const checkFields = (service: AgentService) => ({
  ruleSet: filledText().optional().meta({ description: 'The id of a rule set, from list_rule_sets.' }),
  rules: rules().optional(),
  ...sourceFields(service),
  scope: scopeSchema.default('together').meta({
    description: 'together: check all files together as one subject. each: check every file on its own.',
  }),
  name: filledText()
    .max(200)
    .optional()
    .meta({ description: 'A name for the check, for people who see it later.' }),
  ...(service.hasProjects && {
    project: filledText().optional().meta({
      description:
        'The id of a project to check again, from list_runs. Leave out ruleSet, rules, files, texts and scope then.',
    }),
  }),
});

const waitField = () =>
  z.number().min(0).max(3_600).optional().meta({
    description: 'The maximum time to wait for the end, in seconds. The server can return earlier.',
  });

export function checkTools(service: AgentService): Tool[] {
  const once = strict(checkFields(service));
  return [
    tool({
      name: 'check',
      title: 'Check documents against rules',
      description:
        'Checks files or texts against a rule set (ruleSet) or against rules that you write (rules). Returns the counts and the ' +
        'first findings, each with its outcome, label, and the exact words and page behind it. If the check takes longer ' +
        `than the waiting time, returns the run, which goes on: call get_run then. Canceling the call cancels the check. ${service.runWords}`,
      readOnly: false,
      input: strict({ ...checkFields(service), waitSeconds: waitField() }),
      async run({ waitSeconds, ...check }, call) {
        call.canceled.throwIfAborted();
        const id = await service.start(oneOfThem(check));
        return answerOf(await ended(id, waitSeconds, call, true), call);
      },
    }),
    tool({
      name: 'start_run',
      title: 'Start a check and return at once',
      description: `Starts the same check as the tool check, and returns its run without waiting. Call get_run to see when it has ended. ${service.runWords}`,
      readOnly: false,
      input: once,
      async run(check, call) {
        call.canceled.throwIfAborted();
        return runView(await service.run(await service.start(oneOfThem(check))));
      },
    }),
    tool({
      name: 'get_run',
      title: 'See how far a run is',
      description:
        'Returns the state and progress of a run, and its counts and first findings when it has ended. With waitSeconds, waits for the end.',
      readOnly: true,
      input: strict({ run: runId(), waitSeconds: waitField() }),
      async run({ run, waitSeconds = 0 }, call) {
        return answerOf(await ended(run, waitSeconds, call, false), call);
      },
    }),
    tool({
      name: 'cancel_run',
      title: 'Cancel a run',
      description: 'Stops a run that has not ended. Findings that it has already made stay.',
      readOnly: false,
      input: strict({ run: runId() }),
      async run({ run }) {
        await service.cancel(run);
        return runView(await service.run(run));
      },
    }),
  ];
}

type Given = Omit<NewCheck, 'project'> & { project?: unknown };

/** Throws `validation_failed` unless the check names what to check, and its rules in exactly one way. */
function oneOfThem(check: Given): NewCheck {
  const { ruleSet, rules: given, files, texts } = check;
  const project = typeof check.project === 'string' ? check.project : undefined;
  const fields = [ruleSet, given, files[0], texts[0]];
  if (project !== undefined) {
    const message = 'cannot be combined with ruleSet, rules, files or texts';
    refuseInvalid(fields.some((one) => one !== undefined) ? [{ path: 'project', message }] : []);
    return { ...check, project };
  }
  const isOne = (ruleSet === undefined) !== (given === undefined);
  refuseInvalid([
    ...(isOne ? [] : [{ path: 'ruleSet', message: 'or rules is required, and not both' }]),
    ...(files.length + texts.length > 0
      ? []
      : [{ path: 'files', message: 'or texts needs at least one entry' }]),
  ]);
  return { ...check, project };
}

/**
 * Waits until the run has ended or the time is over, and tells about the progress. If the call is canceled and
 * `owns` is true, cancels the run.
 */
async function ended(id: string, seconds: number | undefined, call: Call, owns: boolean): Promise<AgentRun> {
  const { service, canceled, abandoned, waitMs } = call;
  const until = performance.now() + Math.min(seconds === undefined ? waitMs : seconds * 1000, waitMs);
  let shown = -1;
  try {
    for (;;) {
      canceled.throwIfAborted();
      const current = await service.run(id);
      if (current.state !== 'running' || performance.now() >= until || abandoned.aborted) return current;
      if (current.percent > shown) {
        shown = current.percent;
        await call.progress(shown, current.doing);
      }
      const either = AbortSignal.any([canceled, abandoned]);
      await wait(Math.min(lookEveryMs, Math.max(1, until - performance.now())), undefined, {
        signal: either,
      }).catch(() => undefined);
    }
  } catch (error) {
    if (owns && canceled.aborted) await service.cancel(id);
    throw error;
  }
}

async function answerOf(run: AgentRun, call: Call): Promise<object> {
  const view = runView(run);
  if (run.result === null) return view;
  const rest = { ...call, characters: call.characters - JSON.stringify(view).length };
  return { ...view, ...(await findingsView(run.id, {}, rest)) };
}
