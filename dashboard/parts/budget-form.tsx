import type { MonthlyUsage } from '../service/service.ts';
import { Field } from './controls/field.tsx';
import { useForm } from './controls/use-form.ts';
import { Form } from './form.tsx';

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
    <Form form={form} send="Save budget" label={`Budget of ${whose}`} onCancel={onCancel}>
      <Field
        label="Model tokens a month"
        {...form.field('tokens')}
        defaultValue={caps.tokens === null ? '' : String(caps.tokens)}
        hint="Empty for no limit."
      />
      <Field
        label="Cost a month"
        {...form.field('cost')}
        defaultValue={caps.cost === null ? '' : String(caps.cost)}
        hint="In the currency of MODEL_PRICES; empty for no limit."
      />
    </Form>
  );
}
