import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../parts/controls/confirm-dialog.tsx';

/** Asks a person who leaves the page with unsaved changes whether to drop them. */
export function UnsavedChanges({ areThere }: { areThere: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: areThere,
    enableBeforeUnload: areThere,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmWords="Leave without saving"
      cancelWords="Stay here"
      onConfirm={async () => proceed()}
      onCancel={reset}
    >
      Your changes of this rule set are not saved. If you leave, they are lost.
    </ConfirmDialog>
  );
}
