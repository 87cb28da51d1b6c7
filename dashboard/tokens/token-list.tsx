import { Button } from '../parts/controls/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useWorkspaces } from '../parts/page/page-context.ts';
import { RecordEntry } from '../parts/record.tsx';
import { Ago, Day } from '../parts/times.tsx';
import type { Token } from '../service/service.ts';
import { permissionWords } from './permissions.ts';

type TokenListProps = { tokens: readonly Token[]; now: number; onRevoke: (token: Token) => void };

/** The valid tokens, and below them a collapsed list of the expired and revoked tokens. */
export function TokenList({ tokens, now, onRevoke }: TokenListProps) {
  const usable = tokens.filter((token) => ['active', 'ending'].includes(stateOf(token, now)));
  const ended = tokens.filter((token) => !usable.includes(token));
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens" tabIndex={-1}>
        Your tokens
      </h2>
      {usable.length > 0 ? (
        <Rows tokens={usable} now={now} onRevoke={onRevoke} />
      ) : (
        <NoTokens ever={ended.length > 0} />
      )}
      {ended.length > 0 ? (
        <details className="ended">
          <summary className="soft">
            {ended.length} revoked or expired {ended.length === 1 ? 'token' : 'tokens'}
          </summary>
          <Rows tokens={ended} now={now} onRevoke={onRevoke} />
        </details>
      ) : null}
    </section>
  );
}

function Rows({ tokens, now, onRevoke }: TokenListProps) {
  return (
    <ul className="tokens box">
      {tokens.map((token) => (
        <Row key={token._id} token={token} now={now} onRevoke={onRevoke} />
      ))}
    </ul>
  );
}

function Row({ token, now, onRevoke }: { token: Token; now: number; onRevoke: (token: Token) => void }) {
  const state = stateOf(token, now);
  const { all } = useWorkspaces();
  const workspace = all.find(({ _id }) => _id === token.workspaceId);
  const ending = state === 'revoked' ? 'Revoked' : state === 'expired' ? 'Expired' : 'Expires';
  const end = token.revokedAt ?? token.expiresAt;
  return (
    <RecordEntry
      name={token.name}
      marks={<StateChip state={state} />}
      facts={{
        'Ends in': <code>…{token.last4}</code>,
        May: permissionWords(token),
        ...(all.length > 1 && { Workspace: workspace?.name ?? 'one that you have left' }),
        Created: <Day time={token.createdAt} />,
        'Last used': token.lastUsedAt === null ? 'never' : <Ago time={token.lastUsedAt} now={now} />,
        [ending]: end === null ? 'never' : <Day time={end} />,
      }}
    >
      {state === 'active' || state === 'ending' ? (
        <Button label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
          Revoke
        </Button>
      ) : null}
    </RecordEntry>
  );
}

function NoTokens({ ever }: { ever: boolean }) {
  return (
    <div className="empty">
      <Icon name="key" />
      <p>
        <strong>{ever ? 'No working token.' : 'No token yet.'}</strong> A token lets a program ask Proviso in
        your name: upload documents, write rules, read findings. Create one above; the{' '}
        <a href="/docs">API reference</a> shows every call.
      </p>
    </div>
  );
}

type TokenState = 'active' | 'ending' | 'expired' | 'revoked';

const soonMs = 7 * 24 * 60 * 60 * 1000;

const shown: Record<TokenState, { icon: IconName; word: string }> = {
  active: { icon: 'check', word: 'Active' },
  ending: { icon: 'clock', word: 'Expires soon' },
  expired: { icon: 'clock', word: 'Expired' },
  revoked: { icon: 'ban', word: 'Revoked' },
};

function stateOf(token: Token, now: number): TokenState {
  if (token.revokedAt !== null) return 'revoked';
  if (token.expiresAt === null) return 'active';
  const left = Date.parse(token.expiresAt) - now;
  if (left <= 0) return 'expired';
  return left < soonMs ? 'ending' : 'active';
}

function StateChip({ state }: { state: TokenState }) {
  const { icon, word } = shown[state];
  return (
    <span className={`chip chip-${state}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}
