import { router } from '../trpc.ts';
import { changePassword } from './change-password.ts';
import { whoAmI } from './me.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';

/** Only for the dashboard. */
export const accountRouter = router({ me: whoAmI, signUp, signIn, signOut, changePassword });
