import { createContext, useContext } from 'react';
import type { User } from '../../service/service.ts';

/** The person who is signed in. */
export const userContext = createContext<User | null>(null);

export function useUser(): User {
  const user = useContext(userContext);
  if (user === null) throw new Error('this component needs a person who is signed in');
  return user;
}
