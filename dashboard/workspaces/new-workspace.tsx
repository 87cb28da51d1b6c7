import { Button } from '../parts/controls/button.tsx';
import { Field } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Problem } from '../parts/notice.tsx';
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
    <section className="card" aria-labelledby="new-workspace">
      <h2 id="new-workspace">New workspace</h2>
      <p>A workspace has its own rule sets, projects, members, tokens, audit log and budget.</p>
      <form ref={form.ref} onSubmit={form.onSubmit} noValidate>
        <Field label="Name" name="name" autoComplete="off" maxLength={100} problem={form.problems.name} />
        <Button type="submit" busy={form.busy}>
          Create
        </Button>
        <Problem>{form.trouble}</Problem>
      </form>
    </section>
  );
}
