import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Problem } from '../notice.tsx';
import { useFocusBack } from '../page/focus-heading.ts';
import { Button } from './button.tsx';
import { useAction } from './use-action.ts';

type ConfirmDialogProps = {
  title: string;
  confirmWords: string;
  cancelWords?: string;
  children: ReactNode;
  onConfirm: () => Promise<void>;
  onCancel: () => void;
};

/**
 * Asks for confirmation of an action that cannot be undone. The focus starts on the first button, which closes the
 * dialog without the action.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirmWords, cancelWords = 'Keep it', children, onConfirm, onCancel } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { run, busy, failure } = useAction(onConfirm);
  useFocusBack();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="card box" aria-labelledby={id} onClose={onCancel}>
      <h2 id={id}>{title}</h2>
      <p>{children}</p>
      <div className="buttons">
        <Button onClick={() => dialog.current?.close()}>{cancelWords}</Button>
        <Button kind="danger" busy={busy} onClick={() => void run()}>
          {confirmWords}
        </Button>
      </div>
      <Problem>{failure?.text}</Problem>
    </dialog>
  );
}
