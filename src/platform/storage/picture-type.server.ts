/** How files of a type begin: bytes from an offset, each as Latin-1 text. */
const beginnings: readonly (readonly [type: string, ...(readonly [offset: number, text: string])[]])[] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF8']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ['image/avif', [4, 'ftypavif']],
  ['image/avif', [4, 'ftypavis']],
];

/** The media type of a picture by its first bytes, whatever its name; `''` if it is none of the kinds that we take. */
export function pictureType(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = beginnings.find(([, ...parts]) =>
    parts.every(([offset, text]) => file.toString('latin1', offset, offset + text.length) === text),
  );
  return found === undefined || (found[0] === 'image/png' && isAnimatedPng(file)) ? '' : found[0];
}

/** An animated PNG announces its frames before its first picture. Other programs than browsers show only that one. */
function isAnimatedPng(file: Buffer): boolean {
  const [frames, picture] = [file.indexOf('acTL', 0, 'latin1'), file.indexOf('IDAT', 0, 'latin1')];
  return frames >= 0 && (picture < 0 || frames < picture);
}
