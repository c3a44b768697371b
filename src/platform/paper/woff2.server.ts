import { createRequire } from 'node:module';

/** Google's WOFF2 decoder in WebAssembly; false for a file that it can't read. */
interface Decoder {
  onRuntimeInitialized?: () => void;
  decompress(file: Uint8Array): Uint8Array | false;
}

const require = createRequire(import.meta.url);
let decoder: Decoder | undefined;

/** Loads the decoder once; to be awaited before the first font is unpacked. */
export async function loadWoff2(): Promise<void> {
  if (decoder) return;
  const loading = require('wawoff2/build/decompress_binding.js') as Decoder; // the package's own function is only asynchronous
  await new Promise<void>((resolve) => (loading.onRuntimeInitialized = resolve));
  decoder = loading;
}

/** The TrueType file in a WOFF2 file. */
export function unpackWoff2(file: Uint8Array): Buffer {
  const unpacked = decoder?.decompress(file);
  if (!unpacked) throw new Error('Not a WOFF2 file.');
  return Buffer.from(unpacked); // it is a view of the decoder's memory
}
