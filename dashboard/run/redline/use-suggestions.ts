import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePage } from '../../parts/page/page-context.ts';
import type { Finding } from '../../service/service.ts';
import { acceptedRules, offered, type Suggestion, type Suggestions } from './suggestions.ts';

type OfRun = Readonly<Record<number, Suggestions>>;

/**
 * What was suggested for the files of a run, by the index of the file. It is kept until the page is loaded again, because
 * it took a check of the document to find it.
 */
export function useSuggestions(runId: string) {
  const { announce } = usePage();
  const queryClient = useQueryClient();
  const queryKey = ['suggestions', runId];
  const { data: all = {} } = useQuery<OfRun>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  /** Stores what a file's suggestions become, and returns that. */
  function save(file: number, change: (before: Suggestions | undefined) => Suggestions): Suggestions {
    const now = change(queryClient.getQueryData<OfRun>(queryKey)?.[file]);
    queryClient.setQueryData<OfRun>(queryKey, (before) => ({ ...before, [file]: now }));
    return now;
  }
  return {
    all,
    save,
    /** What is suggested for a finding, and the file that it is suggested for. */
    suggestedFor(finding: Finding): { file: number; one: Suggestion } | null {
      for (const [file, { findings }] of Object.entries(all)) {
        const one = findings.find(({ findingId }) => findingId === finding.id);
        if (one !== undefined && one.changes.length > 0) return { file: Number(file), one };
      }
      return null;
    },
    /** Accepts or rejects the change for a rule. */
    decide(file: number, { rule }: Suggestion, isRejected: boolean): void {
      const now = save(file, (before = { findings: [], rejected: [], documents: [] }) => {
        const others = before.rejected.filter((key) => key !== rule.key);
        return { ...before, rejected: isRejected ? [...others, rule.key] : others };
      });
      const count = `${acceptedRules(now).length} of ${offered(now.findings).length} changes accepted.`;
      announce(`${isRejected ? 'Rejected' : 'Accepted'}: ${rule.name}. ${count}`);
    },
  };
}
