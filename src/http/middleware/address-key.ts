import ipaddr from 'ipaddr.js';

/**
 * The rate limit key of an address: IPv4 as it is, also if mapped into IPv6, and IPv6 by its first 64 bits, because a
 * household or machine usually has at least a /64. Anything else counts as one caller.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown address';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
