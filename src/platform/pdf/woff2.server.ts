import { createRequire } from 'node:module';
import { lazy } from '#lib/lazy.ts';

/** Google's WOFF2 decoder in WebAssembly; false for a file that it can't read. */
interface Decoder {
  onRuntimeInitialized?: () => void;
  decompress(file: Uint8Array): Uint8Array | false;
}

const require = createRequire(import.meta.url);

/** The package's inner module, which is asynchronous only while it loads; the function that the package exports always is. */
const decoder = lazy(() => require('wawoff2/build/decompress_binding.js') as Decoder);

/** Loads the decoder; await it before the first font is unpacked. */
export const loadWoff2 = lazy(() => new Promise<void>((resolve) => (decoder().onRuntimeInitialized = resolve)));

/** The TrueType file in a WOFF2 file. */
export function unpackWoff2(file: Uint8Array): Buffer {
  const unpacked = decoder().decompress(file);
  if (!unpacked) throw new Error('Not a WOFF2 file.');
  return Buffer.from(unpacked); // it is a view of the decoder's memory
}
