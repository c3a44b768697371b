import { isIPv6 } from 'node:net';

/**
 * The network by which callers are counted, because it belongs to one customer: the /64 of an IPv6 address, or its first `groups`
 * groups; an IPv4 address itself, even if it is embedded in IPv6.
 */
export function networkOf(ip: string, groups = 4): string {
  const embeddedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (embeddedIpv4 !== undefined || !isIPv6(ip)) return embeddedIpv4 ?? ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
