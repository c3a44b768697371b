import type { Font } from 'fontkit';

/** Words of each font whose glyphs are cached; the words of documents recur. */
const mostWords = 500;

/** Makes a font lay out each word once for all documents, which is most of the time that drawing a document takes. */
export function withCachedLayout(font: Font): Font {
  const layout = font.layout.bind(font);
  const runs = new Map<string, ReturnType<Font['layout']>>();
  const cachedLayout: Font['layout'] = (text, features, ...others) => {
    if (others.length > 0) return layout(text, features, ...others);
    const key = `${text}\n${Array.isArray(features) ? features.join() : JSON.stringify(features)}`;
    let run = runs.get(key);
    if (!run) {
      if (runs.size >= mostWords) runs.clear();
      run = layout(text, features);
      runs.set(key, run);
    }
    const positions = run.positions.map((position) => ({ ...position })); // pdfkit scales them in place
    return Object.create(run, { positions: { value: positions } }) as typeof run; // everything else is the run's
  };
  return Object.defineProperty(font, 'layout', { value: cachedLayout });
}
