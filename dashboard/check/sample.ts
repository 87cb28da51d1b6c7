import agreementUrl from '../../samples/agreement.pdf?url';
import annexUrl from '../../samples/annex-b.docx?url';
import rulesText from '../../samples/rules.yaml?raw';
import { rulesFromYaml } from '../rule-sets/files/rule-formats.ts';
import type { Service } from '../service/service.ts';
import type { ChosenFile } from './inputs.ts';
import { type StartedCheck, startCheck } from './start-check.ts';

/* The files of the sample are loaded only when a person starts the sample. */

const name = 'Sample: Buying hosted services';
/** The description of the sample's records, by which `removeSample` recognises them. */
const mark = 'This sample came with Proviso. Remove it from the home page whenever you like.';

/** Checks the sample agreement and its annex against the sample rules. */
export async function checkSample(service: Service, onStep: (words: string) => void): Promise<StartedCheck> {
  onStep('Preparing the sample');
  const { data: ruleSet } = await service.ruleSets.create.mutate({
    ...{ name, description: mark, rules: rulesFromYaml(rulesText).rules },
  });
  const inputs = [
    await fileAt(agreementUrl, 'agreement.pdf', 'application/pdf'),
    await fileAt(
      annexUrl,
      'annex-b.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ),
  ];
  const rules = { ruleSetId: ruleSet._id };
  return startCheck(service, { inputs, rules, scope: 'together', name, description: mark }, onStep);
}

/** Deletes every project and rule set of the sample. An active run is canceled first. */
export async function removeSample(service: Service): Promise<void> {
  const { data: projects } = await service.projects.list.query({ search: name, pageSize: 100 });
  for (const { _id: id, description, status } of projects) {
    if (description !== mark) continue;
    if (status === 'deploying') await service.projects.cancel.mutate({ id });
    await service.projects.delete.mutate({ id });
  }
  const { data: ruleSets } = await service.ruleSets.list.query({ search: name, pageSize: 100 });
  for (const { _id: id, description } of ruleSets) {
    if (description === mark) await service.ruleSets.delete.mutate({ id });
  }
}

async function fileAt(url: string, name: string, type: string): Promise<ChosenFile> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the sample ${name} is missing on the server`);
  return { kind: 'file', name, file: new File([await answer.blob()], name, { type }) };
}
