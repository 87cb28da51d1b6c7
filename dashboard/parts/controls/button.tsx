import type { ReactNode, Ref } from 'react';

type ButtonProps = {
  children: ReactNode;
  kind?: 'main' | 'plain' | 'danger' | 'quiet';
  type?: 'button' | 'submit';
  busy?: boolean;
  /** What screen readers say instead of the visible words, where several buttons have the same words. */
  label?: string;
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
};

/** While `busy`, the button keeps its size, its words and the focus, and `onClick` is not called. */
export function Button({ children, kind = 'plain', type = 'button', busy = false, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`button button-${kind}`}
      aria-disabled={busy || undefined}
      aria-label={rest.label}
      ref={rest.ref}
      onClick={busy ? undefined : rest.onClick}
    >
      {children}
    </button>
  );
}
