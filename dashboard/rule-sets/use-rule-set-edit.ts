import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePage } from '../parts/page/page-context.ts';
import { failureOf } from '../service/failure.ts';
import { queries, readRuleSet, type TaggedRuleSet } from '../service/queries.ts';
import { type Content, changesBetween } from './draft.ts';

/**
 * What another editor has saved in the meantime (`changes`), and the two ways to continue: load the saved rule set, or
 * replace it with the person's own version.
 */
export type Conflict = { changes: string[]; takeTheirs: () => void; keepMine: () => Promise<void> };

/**
 * A rule set and how to save it. If another editor has saved the rule set since it was read, saving sets `conflict`,
 * and the person decides which version to keep.
 */
export function useRuleSetEdit(id: string) {
  const { service, announce } = usePage();
  const queryClient = useQueryClient();
  const { queryKey } = queries.ruleSet(service, id);
  const [base, setBase] = useState<TaggedRuleSet>(() => {
    const read = queryClient.getQueryData(queryKey);
    if (read === undefined) throw new Error('the rule set has not been read yet');
    return read;
  });
  const [edition, setEdition] = useState(0);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  function adopt(next: TaggedRuleSet) {
    queryClient.setQueryData(queryKey, next);
    void queryClient.invalidateQueries({ queryKey: ['rule-sets', 'list'] });
    setBase(next);
    setEdition((current) => current + 1);
    setConflict(null);
  }

  async function send(content: Content, tag: string) {
    const context: { ifMatch: string; etag?: string } = { ifMatch: tag };
    const { data } = await service.ruleSets.update.mutate({ id, ...content }, { context });
    adopt({ ruleSet: data, tag: context.etag ?? '*' });
    announce(`Rule set “${data.name}” is saved.`);
  }

  async function save(content: Content) {
    try {
      await send(content, base.tag);
    } catch (error) {
      if (failureOf(error).code !== 'precondition_failed') throw error;
      const theirs = await readRuleSet(service, id);
      setConflict({
        changes: changesBetween(base.ruleSet, theirs.ruleSet),
        takeTheirs: () => adopt(theirs),
        keepMine: () => send(content, theirs.tag),
      });
    }
  }

  return { base, edition, conflict, save };
}
