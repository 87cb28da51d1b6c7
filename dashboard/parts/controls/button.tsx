import type { ReactNode, Ref } from 'react';

type ButtonProps = {
  children: ReactNode;
  kind?: 'main' | 'plain' | 'danger' | 'quiet';
  type?: 'button' | 'submit';
  busy?: boolean;
  /** For screen readers, if the visible words do not say which one it is. */
  label?: string;
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
};

/** While busy it keeps its place, its words and the focus. */
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
