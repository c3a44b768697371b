import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Looks up the addresses of a host; empty if connecting to the host is not allowed. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

/** Networks that do not belong to the public internet (IANA's special-purpose registries, RFC 6890). */
const reserved4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Only this IPv6 network is public; IPv4-mapped addresses are outside it. */
const public6 = '2000::/3';
/** The networks inside `public6` that are reserved for tunnels and documentation. */
const reserved6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

const refused4 = listOf('ipv4', reserved4);
const allowed6 = listOf('ipv6', [public6]);
const refused6 = listOf('ipv6', reserved6);

/** Whether an IP address belongs to the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused4.check(address, 'ipv4');
  return family === 6 && allowed6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}

/**
 * Looks up a host. If any of its addresses is private, the whole host is refused, because a host with both kinds is an
 * attempt to bypass this check. `host` may be an IP address, in brackets if it is IPv6.
 */
export const publicAddresses: ResolveHost = async (host) => {
  const addresses = await lookup(host.replace(/^\[|\]$/g, ''), { all: true });
  return addresses.every(({ address }) => isPublic(address)) ? addresses : [];
};
