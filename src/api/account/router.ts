import { router } from '../trpc.ts';
import { changePassword } from './change-password.ts';
import { whoAmI } from './me.ts';
import { requestPasswordReset, setPasswordByLink } from './password-reset.ts';
import { rename } from './rename.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { startSingleSignOn } from './single-sign-on.ts';

/** For the dashboard only: these procedures are not served under /v1. */
export const accountRouter = router({
  me: whoAmI,
  signUp,
  signIn,
  signOut,
  startSingleSignOn,
  requestPasswordReset,
  setPasswordByLink,
  changePassword,
  rename,
  sessions: listSessions,
  endSession,
  endOtherSessions,
});
