import { Choice } from '../parts/controls/field.tsx';
import type { ProjectView } from '../service/service.ts';

export type Scope = ProjectView['scope'];

/** Whether several files are checked as one subject, or each on its own. */
export function ScopeChoice({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  return (
    <Choice
      label="Files"
      name="scope"
      options={[
        ['together', 'Check them together, as one'],
        ['each', 'Check each file alone'],
      ]}
      value={scope}
      hint={
        scope === 'each'
          ? 'Every file gets its own answer to every rule.'
          : 'A rule is met if one of the files meets it, for example the annex of a contract.'
      }
      onChange={(value) => onChange(value === 'each' ? 'each' : 'together')}
    />
  );
}
