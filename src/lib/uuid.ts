/** A UUID of version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then 74 random bits. Ids sort by their time. */
export function newId(milliseconds: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let place = 0, rest = milliseconds; place < 6; place++) {
    bytes[5 - place] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f); // version
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f); // variant
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
