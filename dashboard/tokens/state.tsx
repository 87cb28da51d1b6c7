import { Icon, type IconName } from '../parts/icon.tsx';
import type { Token } from '../service/service.ts';

export type TokenState = 'active' | 'ending' | 'expired' | 'revoked';

const soonMs = 7 * 24 * 60 * 60 * 1000;

const shown: Record<TokenState, { icon: IconName; word: string }> = {
  active: { icon: 'check', word: 'Active' },
  ending: { icon: 'clock', word: 'Expires soon' },
  expired: { icon: 'clock', word: 'Expired' },
  revoked: { icon: 'ban', word: 'Revoked' },
};

export function stateOf(token: Token, now: number): TokenState {
  if (token.revokedAt !== null) return 'revoked';
  if (token.expiresAt === null) return 'active';
  const left = Date.parse(token.expiresAt) - now;
  if (left <= 0) return 'expired';
  return left < soonMs ? 'ending' : 'active';
}

export function StateChip({ state }: { state: TokenState }) {
  const { icon, word } = shown[state];
  return (
    <span className={`chip chip-${state}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}
