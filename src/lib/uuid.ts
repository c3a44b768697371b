/** The last counter value used for each of the latest milliseconds; it goes on beyond `largest`. */
const lastOf = new Map<number, number>();
const trackedMilliseconds = 64;
const largest = 0xfff;

/**
 * A UUID of version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, a counter of 12 bits (section 6.2, method 1) and 62
 * random bits. Ids sort by time, and ids that one process makes for one millisecond sort by creation: when the counter is full, after at
 * least 2,048 of them, the id gets the next millisecond (section 6.2).
 */
export function newId(milliseconds: number = Date.now()): string {
  const bytes = nextRandom();
  const total = nextOf(milliseconds, ((bytes[6] ?? 0) << 8) | (bytes[7] ?? 0));
  const count = total & largest;
  for (let place = 0, rest = milliseconds + (total >> 12); place < 6; place++) {
    bytes[5 - place] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = 0x70 | (count >> 8); // version
  bytes[7] = count % 256;
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f); // variant
  let id = '';
  for (const [place, byte] of bytes.entries()) id += `${dashBefore.has(place) ? '-' : ''}${hexOf[byte]}`;
  return id;
}

/** The lowest id of a millisecond: ids that `newId` makes then or later are not below it. Before 1970 there are none. */
export const lowestIdAt = (milliseconds: number): string =>
  Math.max(milliseconds, 0)
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-7000-8000-000000000000');

const dashBefore = new Set([4, 6, 8, 10]);
const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Random bytes for many ids, since asking for those of one takes as long as all the rest. */
const random = { bytes: new Uint8Array(64 * 16), used: Number.POSITIVE_INFINITY };

/** 16 random bytes, which are used once. */
function nextRandom(): Uint8Array {
  if (random.used >= random.bytes.length) {
    crypto.getRandomValues(random.bytes);
    random.used = 0;
  }
  random.used += 16;
  return random.bytes.subarray(random.used - 16, random.used);
}

/** The next counter value of a millisecond. The first is random, in the lower half, so that counters of two processes differ. */
function nextOf(milliseconds: number, random: number): number {
  const last = lastOf.get(milliseconds);
  const next = last === undefined ? random & (largest >> 1) : last + 1;
  lastOf.delete(milliseconds);
  lastOf.set(milliseconds, next);
  const [oldest] = lastOf.keys();
  if (lastOf.size > trackedMilliseconds && oldest !== undefined) lastOf.delete(oldest);
  return next;
}
