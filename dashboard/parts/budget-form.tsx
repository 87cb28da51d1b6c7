import type { MonthlyUsage } from '../service/service.ts';
import { Field } from './controls/field.tsx';
import { useForm } from './controls/use-form.ts';
import { FormEnd } from './form-end.tsx';

const capPattern = /^\d{0,12}(\.\d{1,6})?$/;
const problem = 'Enter a number, or nothing for no limit.';

type Caps = MonthlyUsage['caps'];

/** Sets what a person or a workspace may spend on models in a month. Two empty fields mean no limit. */
export function BudgetForm({
  whose,
  caps,
  onSave,
  onCancel,
}: {
  whose: string;
  caps: Caps;
  onSave: (caps: Caps) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm({
    fields: ['tokens', 'cost'],
    check: (read) => ({
      ...(!/^\d{0,12}$/.test(read('tokens').trim()) && { tokens: problem }),
      ...(!capPattern.test(read('cost').trim()) && { cost: problem }),
    }),
    send: async (read) => {
      const cap = (field: 'tokens' | 'cost') => (read(field).trim() === '' ? null : Number(read(field)));
      await onSave({ tokens: cap('tokens'), cost: cap('cost') });
    },
  });
  return (
    <form ref={form.ref} onSubmit={form.onSubmit} noValidate aria-label={`Budget of ${whose}`}>
      <Field
        label="Model tokens a month"
        name="tokens"
        defaultValue={caps.tokens === null ? '' : String(caps.tokens)}
        hint="Empty for no limit."
        problem={form.problems.tokens}
      />
      <Field
        label="Cost a month"
        name="cost"
        defaultValue={caps.cost === null ? '' : String(caps.cost)}
        hint="In the currency of MODEL_PRICES; empty for no limit."
        problem={form.problems.cost}
      />
      <FormEnd save="Save budget" form={form} onCancel={onCancel} />
    </form>
  );
}
