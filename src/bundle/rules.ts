import type { Job } from '../../engine/job.ts';
import { keyRules } from '../../engine/model/keys.ts';
import { canonicalHash } from '../domain/canonical-json.ts';
import { isEmpty } from '../domain/records/metadata.ts';
import type { PoliticsSnapshot, Run } from '../domain/runs/run.ts';

/** What a run was asked to check, as `rules.json` of a bundle contains it. */
export type BundledRules = Pick<Job, 'rules' | 'scope' | 'outputFormat' | 'promptVersions'> & {
  /** Null on the command line, where rules are a file without name and version. */
  ruleSet: Pick<PoliticsSnapshot, 'name' | 'description' | 'version' | 'metadata' | 'secondSignOff'> | null;
};

export function rulesOfRun({ politics, scope }: Pick<Run, 'politics' | 'scope'>): BundledRules {
  const { name, description, version, rules, outputFormat, promptVersions } = politics;
  const { metadata, secondSignOff } = politics;
  return bundledRules(
    {
      ...{ name, description, version },
      ...(metadata && !isEmpty(metadata) && { metadata }),
      ...(secondSignOff && { secondSignOff }),
    },
    { rules: keyRules(rules), scope, outputFormat, promptVersions },
  );
}

export function bundledRules(
  ruleSet: BundledRules['ruleSet'],
  given: Pick<Job, 'rules' | 'scope' | 'outputFormat'> & { promptVersions?: string | undefined },
): BundledRules {
  const { rules, scope, outputFormat, promptVersions } = given;
  return { ruleSet, rules, scope, outputFormat, ...(promptVersions && { promptVersions }) };
}

export function rulesHash(rules: BundledRules): string {
  return canonicalHash(rules);
}
