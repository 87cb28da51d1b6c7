import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { ConfirmDialog } from '../parts/controls/confirm-dialog.tsx';
import { Field } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { enterWorkspace } from '../parts/page/chosen-workspace.ts';
import { usePage, useWorkspaces } from '../parts/page/page-context.ts';

/** For admins: the name of the workspace, and its deletion. The own workspace of a person cannot be deleted. */
export function WorkspaceSettings() {
  const { service } = usePage();
  const { current } = useWorkspaces();
  const [isAsking, setIsAsking] = useState(false);
  const form = useForm({
    fields: ['name'],
    check: (read) => (read('name').trim() === '' ? { name: 'Enter a name.' } : {}),
    send: async (read) => {
      await service.workspaces.rename.mutate({ id: current._id, name: read('name').trim() });
      // The name is in the menu and in the title of every page.
      enterWorkspace(current.isOwn ? null : current._id, '/members');
    },
  });
  return (
    <section className="card box" aria-labelledby="workspace-settings">
      <h2 id="workspace-settings">This workspace</h2>
      <Form
        form={form}
        send="Rename"
        kind="plain"
        beside={
          current.isOwn ? null : <Button onClick={() => setIsAsking(true)}>Delete the workspace…</Button>
        }
      >
        <Field
          label="Name of the workspace"
          {...form.field('name')}
          defaultValue={current.name}
          autoComplete="off"
          maxLength={100}
        />
      </Form>
      {isAsking ? (
        <ConfirmDialog
          title={`Delete ${current.name}?`}
          confirmWords="Delete"
          onConfirm={async () => {
            await service.workspaces.delete.mutate({ id: current._id });
            enterWorkspace(null);
          }}
          onCancel={() => setIsAsking(false)}
        >
          Its members lose access, and its tokens and invitations stop working. Only a workspace without rule
          sets and projects can be deleted. The audit log stays. This can’t be undone.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

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
