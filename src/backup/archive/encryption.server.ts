import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { Problem } from '#lib/api/problem.ts';
import { archiveSentences } from './sentences.ts';
import type { ByteSource } from './byte-source.server.ts';

/**
 * An encrypted archive is a header (magic, salt, key check) and frames of 64 KB, each sealed by AES-256-GCM. A frame's nonce encodes its
 * number and whether it is the last frame, so that frames cannot be reordered, left out or cut off unnoticed (the STREAM construction).
 */
const magic = Buffer.from('SPRUCE-ENCRYPTED-BACKUP-1\n');
const saltLength = 16;
const checkLength = 16;
const headerLength = magic.length + saltLength + checkLength;
const frameLength = 64 * 1024;
const tagLength = 16;

/** Bytes at the start of a file that suffice to recognise it. */
export const magicLength = magic.length;
export const isEncrypted = (start: Buffer): boolean => start.subarray(0, magic.length).equals(magic);

interface Keys {
  cipher: Buffer;
  /** Tells a wrong key from a damaged file. */
  check: Buffer;
}

/** Slow on purpose (32 MB, about 0.1 s), because the key may be a passphrase that somebody has made up. */
function deriveKeys(key: string, salt: Buffer): Promise<Keys> {
  const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) =>
    scrypt(key, salt, 32 + checkLength, cost, (error, bytes) =>
      error ? reject(error) : resolve({ cipher: bytes.subarray(0, 32), check: bytes.subarray(32) }),
    ),
  );
}

function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(frame));
  nonce[8] = isLast ? 1 : 0;
  return nonce;
}

/** Encrypts a stream. */
export async function* encrypted(source: AsyncIterable<Buffer>, key: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltLength);
  const keys = await deriveKeys(key, salt);
  const header = Buffer.concat([magic, salt, keys.check]);
  yield header;
  let frame = 0;
  const seal = (plain: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', keys.cipher, nonceOf(frame++, isLast)).setAAD(header);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (; rest.length > frameLength; rest = rest.subarray(frameLength))
      yield seal(rest.subarray(0, frameLength), false);
  }
  yield seal(rest, true);
}

/** Opens an encrypted file so that it reads as decrypted. Throws `Problem` 400 for a wrong key; reading a damaged frame throws it, too. */
export async function decrypted(file: ByteSource, key: string): Promise<ByteSource> {
  const damaged = () => new Problem(400, archiveSentences.damaged);
  const sealedLength = file.size - headerLength;
  const frames = Math.ceil(sealedLength / (frameLength + tagLength));
  if (frames < 1 || sealedLength - (frames - 1) * (frameLength + tagLength) < tagLength)
    throw new Problem(400, archiveSentences.incomplete);
  const header = await file.read(0, headerLength);
  const salt = header.subarray(magic.length, magic.length + saltLength);
  const keys = await deriveKeys(key, salt);
  if (!header.subarray(magic.length + saltLength).equals(keys.check)) throw new Problem(400, archiveSentences.otherKey);
  let last: { frame: number; plain: Buffer } | undefined; // successive reads are often within one frame
  const open = async (frame: number): Promise<Buffer> => {
    if (last?.frame === frame) return last.plain;
    const from = headerLength + frame * (frameLength + tagLength);
    const sealed = await file.read(from, Math.min(from + frameLength + tagLength, file.size));
    const decipher = createDecipheriv('aes-256-gcm', keys.cipher, nonceOf(frame, frame === frames - 1), {
      authTagLength: tagLength,
    });
    decipher.setAAD(header).setAuthTag(sealed.subarray(-tagLength));
    try {
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]);
      last = { frame, plain };
      return plain;
    } catch {
      throw damaged();
    }
  };
  const size = sealedLength - frames * tagLength;
  async function* stream(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const frame = Math.floor(at / frameLength);
      const plain = await open(frame);
      const from = at - frame * frameLength;
      const piece = plain.subarray(from, from + end - at);
      if (piece.length === 0) throw damaged();
      at += piece.length;
      yield piece;
    }
  }
  return {
    size,
    stream,
    async read(start, end) {
      const pieces: Buffer[] = [];
      for await (const piece of stream(start, end)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    close: file.close,
  };
}
