import ipaddr from 'ipaddr.js';

/**
 * What an address counts as: IPv4 as it is, also where it is mapped into IPv6, and IPv6 by its first 64 bits, because
 * one household or machine is usually given at least a /64. Anything else counts as one caller.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown address';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
