import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/controls/button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { RecordEntry } from '../parts/record.tsx';
import { Ago, Day } from '../parts/times.tsx';
import { queries } from '../service/queries.ts';
import type { OpenSession } from '../service/service.ts';

/** The browsers in which the person is signed in, each with a button that signs it out. */
export function SessionList() {
  const { service, announce } = usePage();
  const client = useQueryClient();
  const { data: sessions, error, dataUpdatedAt } = useQuery(queries.sessions(service));

  async function ended(words: string) {
    await client.invalidateQueries({ queryKey: queries.sessions(service).queryKey });
    document.getElementById('sessions')?.focus();
    announce(words);
  }

  const others = useAction(async () => {
    const { ended: count } = await service.account.endOtherSessions.mutate();
    await ended(
      count === 1 ? 'One other browser was signed out.' : `${count} other browsers were signed out.`,
    );
  });

  return (
    <section aria-labelledby="sessions">
      <div className="sheet-head line between">
        <h2 id="sessions" tabIndex={-1}>
          Where you are signed in
        </h2>
        {sessions !== undefined && sessions.length > 1 ? (
          <Button busy={others.busy} onClick={() => void others.run()}>
            Sign out all others
          </Button>
        ) : null}
      </div>
      <ul className="tokens box sessions">
        {(sessions ?? []).map((session) => (
          <Row key={session._id} session={session} now={dataUpdatedAt} onEnded={ended} />
        ))}
      </ul>
      <Problem of={error}>{others.failure?.text}</Problem>
    </section>
  );
}

type RowProps = { session: OpenSession; now: number; onEnded: (words: string) => Promise<void> };

function Row({ session, now, onEnded }: RowProps) {
  const { service } = usePage();
  const device = deviceOf(session.userAgent);
  const { run, busy, failure } = useAction(async () => {
    await service.account.endSession.mutate({ id: session._id });
    await onEnded(`${device} was signed out.`);
  });
  return (
    <RecordEntry
      name={device}
      marks={session.current ? <span className="chip chip-active">This browser</span> : null}
      facts={{
        'Signed in': <Day time={session.createdAt} />,
        'Last used': session.current ? 'now' : <LastUse time={session.lastUsedAt} now={now} />,
      }}
    >
      {session.current ? null : (
        <Button label={`Sign out ${device}`} busy={busy} onClick={() => void run()}>
          Sign out
        </Button>
      )}
      <Problem>{failure?.text}</Problem>
    </RecordEntry>
  );
}

const hourMs = 60 * 60 * 1000;

/** The service records the last use of a session to the hour. */
function LastUse({ time, now }: { time: string; now: number }) {
  return now - Date.parse(time) < hourMs ? 'within an hour' : <Ago time={time} now={now} />;
}

/** Browsers by the mark in their user agent; the first one that is found counts, since many contain others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Names the browser and the system of a user agent, such as "Firefox on Windows". */
export function deviceOf(userAgent: string): string {
  const found = (names: typeof browsers) => names.find(([mark]) => mark.test(userAgent))?.[1];
  const [browser, system] = [found(browsers), found(systems)];
  if (browser === undefined) return system === undefined ? 'Unknown browser' : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
