import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { lazy } from '#lib/lazy.ts';
import { withCachedLayout } from './cached-layout.server.ts';

/** The C functions of HarfBuzz's subsetter in WebAssembly (hb-subset.h). Their parameters are pointers and numbers. */
type HarfBuzz = Record<
  | '_initialize'
  | 'free'
  | 'malloc'
  | 'hb_blob_create'
  | 'hb_blob_destroy'
  | 'hb_blob_get_data'
  | 'hb_blob_get_length'
  | 'hb_face_create'
  | 'hb_face_destroy'
  | 'hb_face_reference_blob'
  | 'hb_subset_input_create_or_fail'
  | 'hb_subset_input_destroy'
  | 'hb_subset_input_keep_everything'
  | 'hb_subset_input_pin_axis_location'
  | 'hb_subset_or_fail',
  (...values: number[]) => number
> & { memory: WebAssembly.Memory };

const require = createRequire(import.meta.url);

const harfbuzz = lazy((): HarfBuzz => {
  const file = readFileSync(require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(file));
  const library = exports as unknown as HarfBuzz; // what the file exports
  library._initialize();
  return library;
});

const weightAxis = Buffer.from('wght').readUInt32BE();
const writable = 2; // HB_MEMORY_MODE_WRITABLE

/** Turns a variable TrueType font into a static one of one weight, with all its glyphs. */
export function fontInWeight(variable: Uint8Array, weight: number): Buffer {
  const hb = harfbuzz();
  const place = hb.malloc(variable.length);
  new Uint8Array(hb.memory.buffer).set(variable, place);
  const blob = hb.hb_blob_create(place, variable.length, writable, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_keep_everything(input);
  hb.hb_subset_input_pin_axis_location(input, face, weightAxis, weight);
  const instance = hb.hb_subset_or_fail(face, input);
  const result = hb.hb_face_reference_blob(instance);
  const start = hb.hb_blob_get_data(result, 0);
  const bytes = Buffer.from(hb.memory.buffer.slice(start, start + hb.hb_blob_get_length(result)));
  for (const one of [result, blob]) hb.hb_blob_destroy(one);
  for (const one of [instance, face]) hb.hb_face_destroy(one);
  hb.hb_subset_input_destroy(input);
  hb.free(place);
  return bytes;
}

/** Turns off the font features that position marks on letters. */
const markPositioning = { abvm: false, blwm: false, curs: false, mark: false, mkmk: false };

/**
 * Opens a font under a name of its own. Fontkit throws for a mark, such as a rare vowel, that the font cannot position on its
 * letter; such a mark is drawn beside the letter.
 */
export function openFont(file: Buffer, name: string): Font {
  const font = create(file) as Font; // the file contains one font
  const layout = font.layout.bind(font);
  const safeLayout: Font['layout'] = (text, ...options) => {
    try {
      return layout(text, ...options);
    } catch {
      return layout(text, markPositioning);
    }
  };
  Object.defineProperties(font, { postscriptName: { value: name }, layout: { value: safeLayout, configurable: true } });
  return withCachedLayout(font);
}
