import type { ReactNode } from 'react';
import { Button } from './controls/button.tsx';
import type { FormState } from './controls/use-form.ts';
import { Problem } from './notice.tsx';

type FormProps = {
  form: FormState;
  /** The words of the button that sends the form. */
  send: string;
  kind?: 'main' | 'plain' | 'danger';
  label?: string;
  look?: string;
  /** Leaves the form without sending it. */
  onCancel?: () => void;
  /** Another button beside the one that sends the form. */
  beside?: ReactNode;
  children: ReactNode;
};

/** A form: its fields, the button that sends it, and below it a problem that concerns no field. */
export function Form({ form, send, kind = 'main', label, look, onCancel, beside, children }: FormProps) {
  const others = onCancel ? <Button onClick={onCancel}>Cancel</Button> : beside;
  const button = (
    <Button type="submit" kind={kind} busy={form.busy}>
      {send}
    </Button>
  );
  return (
    <form ref={form.ref} onSubmit={form.onSubmit} noValidate className={look} aria-label={label}>
      {children}
      {others === undefined ? (
        button
      ) : (
        <div className="buttons">
          {button}
          {others}
        </div>
      )}
      <Problem>{form.trouble}</Problem>
    </form>
  );
}
