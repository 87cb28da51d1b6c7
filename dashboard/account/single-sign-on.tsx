import { Button } from '../parts/controls/button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';

/** Where the address of the page is stored while the person is at the identity provider. */
const pageKey = 'page after sign-in';

/** The parameter of the home page that says why a sign-in was refused. */
const reasonParameter = 'sign-in';

const reasons: Record<string, string> = {
  canceled: 'The sign-in was canceled.',
  email_unverified:
    'Your email is not verified. Sign in with your password, or set a new one by mail, which verifies the email.',
  no_account:
    'Proviso has no account for your email. Ask the person who administers Proviso for an invitation.',
  account_disabled: 'This account is disabled. Ask the person who administers Proviso.',
};
const failed = 'The sign-in failed. Try again; if it fails again, the log of the service has the reason.';

/** Sends the browser to the identity provider. The address of this page is opened again afterwards. */
export function SingleSignOnButton() {
  const { service } = usePage();
  const { run, busy, failure } = useAction(async () => {
    const { url } = await service.account.startSingleSignOn.mutate();
    sessionStorage.setItem(pageKey, location.pathname + location.search + location.hash);
    location.assign(url);
  });
  return (
    <div className="single-sign-on stack loose">
      <Button busy={busy} onClick={() => void run()}>
        Sign in with your organization
      </Button>
      <Problem>{failure?.text}</Problem>
      <p className="or soft">or with a password</p>
    </div>
  );
}

/** Why the identity provider’s sign-in was refused, if it has just been; removes the reason from the address. */
export function takeRefusal(): string | null {
  const query = new URLSearchParams(location.search);
  const reason = query.get(reasonParameter);
  if (reason === null) return null;
  history.replaceState(null, '', '/');
  return reasons[reason] ?? failed;
}

/** Opens the page from which the person went to the identity provider, if they have just returned from there. */
export function returnToPage(): void {
  const page = sessionStorage.getItem(pageKey);
  sessionStorage.removeItem(pageKey);
  if (page !== null && location.pathname === '/' && page.startsWith('/'))
    history.replaceState(null, '', page);
}
