import { Field } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { enterWorkspace } from '../parts/page/chosen-workspace.ts';
import { usePage } from '../parts/page/page-context.ts';

/** The form that creates a workspace and opens it. */
export function NewWorkspace() {
  const { service } = usePage();
  const form = useForm({
    fields: ['name'],
    check: (read) => (read('name').trim() === '' ? { name: 'Enter a name.' } : {}),
    send: async (read) => {
      const { data } = await service.workspaces.create.mutate({ name: read('name') });
      enterWorkspace(data._id, '/members');
    },
  });
  return (
    <section className="card box" aria-labelledby="new-workspace">
      <h2 id="new-workspace">New workspace</h2>
      <p>A workspace has its own rule sets, projects, members, tokens, audit log and budget.</p>
      <Form form={form} send="Create" kind="plain">
        <Field label="Name" {...form.field('name')} autoComplete="off" maxLength={100} />
      </Form>
    </section>
  );
}
