import { type Context, createContext, useContext, useEffect } from 'react';
import type { Service, User, Workspace } from '../../service/service.ts';

/** What every component of the page can use. */
export type PageContext = {
  service: Service;
  /** Announces a text to screen readers, without moving the focus. */
  announce(text: string): void;
  /** Shows a text on the page too, until the person closes it or opens another page; an empty text removes it. */
  tell(text: string): void;
  /** Call this function when a request shows that the session has ended, for example because it has expired. */
  sessionEnded(): void;
  /** Call this function when the record of the signed-in person has changed. */
  userChanged(): void;
  /** Call this function when the person has signed out. `why` is shown above the sign-in form. */
  signedOut(why?: string): void;
};

export const pageContext = createContext<PageContext | null>(null);

export const usePage = (): PageContext => useGiven(pageContext, 'this component is used outside of the page');

/** The person who is signed in. */
export const userContext = createContext<User | null>(null);

export const useUser = (): User => useGiven(userContext, 'this component needs a person who is signed in');

/** The workspace that the page shows, and all workspaces of the person. */
export type Workspaces = { current: Workspace; all: readonly Workspace[] };

export const workspaceContext = createContext<Workspaces | null>(null);

export const useWorkspaces = (): Workspaces =>
  useGiven(workspaceContext, 'this component needs a person who is signed in');

/** What a part of the page further out gives. Throws if there is none. */
function useGiven<Value>(context: Context<Value | null>, problem: string): Value {
  const given = useContext(context);
  if (given === null) throw new Error(problem);
  return given;
}

/** Whether the person may do this in the workspace that the page shows. The service checks every request itself. */
export function useMay(right: Workspace['rights'][number]): boolean {
  return useWorkspaces().current.rights.includes(right);
}

/** Names the page in the browser's tab and history. `title` is null while the name is unknown. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? 'Proviso' : `${title} – Proviso`;
  }, [title]);
}
