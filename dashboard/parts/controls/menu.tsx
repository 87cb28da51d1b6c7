import { type ReactNode, useRef } from 'react';

type MenuProps = {
  title: string;
  look: 'plain' | 'quiet';
  /** Receives a function that closes the menu. */
  children: (close: () => void) => ReactNode;
};

/** A button that opens a list. The list closes when the focus leaves it, and with Escape. */
export function Menu({ title, look, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const leave = () => {
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={menu}
      className="menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') leave();
      }}
    >
      <summary className={`button button-${look}`}>{title}</summary>
      <div className="menu-list">{children(leave)}</div>
    </details>
  );
}
