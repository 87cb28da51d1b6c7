import { Button } from './controls/button.tsx';
import { Problem } from './notice.tsx';

/** The end of a form that can be left without saving: its two buttons, and a problem that concerns no field. */
export function FormEnd({
  save,
  kind = 'main',
  form: { busy, trouble },
  onCancel,
}: {
  /** The words of the button that saves. */
  save: string;
  kind?: 'main' | 'danger';
  form: { busy: boolean; trouble: string | null };
  onCancel: () => void;
}) {
  return (
    <>
      <div className="buttons">
        <Button type="submit" kind={kind} busy={busy}>
          {save}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
      <Problem>{trouble}</Problem>
    </>
  );
}
