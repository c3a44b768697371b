import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** The addresses of a host that may be connected to; empty if none may. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

/** Networks that are unreachable from the internet, or stand for others (IANA's special-purpose registries, RFC 6890). */
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
/** Of IPv6 only 2000::/3 is public. IPv4-mapped addresses are outside it; these are the tunnels and documentation ranges inside. */
const public6 = '2000::/3';
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

/** Whether an IP address is one of the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused4.check(address, 'ipv4');
  return family === 6 && allowed6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}

/**
 * Looks a host up. One private address among its addresses refuses the whole host: a name that mixes them is an attempt to bypass
 * this check. `host` may be an address, in brackets if it is IPv6.
 */
export const publicAddresses: ResolveHost = async (host) => {
  const addresses = await lookup(host.replace(/^\[|\]$/g, ''), { all: true });
  return addresses.every(({ address }) => isPublic(address)) ? addresses : [];
};
