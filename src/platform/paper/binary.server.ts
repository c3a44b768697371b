/** Reads numbers sequentially from a file, big-endian. */
export interface Reader {
  uint8(): number;
  uint16(): number;
  int16(): number;
  uint32(): number;
  /** Four characters. */
  tag(): string;
  bytes(length: number): Buffer;
  skip(length: number): void;
}

export function reader(from: Buffer): Reader {
  let at = 0;
  const step = (length: number): number => {
    at += length;
    return at - length;
  };
  return {
    uint8: () => from.readUInt8(step(1)),
    uint16: () => from.readUInt16BE(step(2)),
    int16: () => from.readInt16BE(step(2)),
    uint32: () => from.readUInt32BE(step(4)),
    tag: () => from.toString('latin1', step(4), at),
    bytes: (length) => from.subarray(step(length), at),
    skip: (length) => void step(length),
  };
}
