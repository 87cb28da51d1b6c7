import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { failureOf } from '../../service/failure.ts';
import { Problem } from '../notice.tsx';
import { useTitle } from './page-context.ts';

/** The page shown for an address that does not exist. */
export function NotFoundPage() {
  useTitle('Page not found');
  return (
    <section className="card box door stack">
      <h1 tabIndex={-1}>There is no page at this address</h1>
      <p>
        <Link to="/">Go to the home page</Link>
      </p>
    </section>
  );
}

/** The page shown in place of a page that failed, with a link to continue. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <section className="card box door stack">
      <h1 tabIndex={-1}>This page failed</h1>
      <Problem>{failureOf(error).text}</Problem>
      <p>
        <a href={location.href}>Reload it</a>
      </p>
    </section>
  );
}
