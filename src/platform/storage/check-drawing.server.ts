import sax from 'sax';
import sharp from 'sharp';
import { Problem } from '#lib/api/problem.ts';
import { orDamaged } from './check-picture.server.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const maxSvgBytes = 256 * 1024;

/** The elements that a drawing may have. Links, scripts, animations, embedded pages and pictures are not among them. */
const drawn = new Set(
  `svg g defs symbol use title desc metadata style switch path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer feComposite feFlood
  feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset feDropShadow feTurbulence feDisplacementMap
  feMorphology feTile feSpecularLighting feDiffuseLighting feDistantLight fePointLight feSpotLight feConvolveMatrix`.split(
    /\s+/,
  ),
);

/**
 * What loads something else, in styles and attributes: `url(…)`, except of a part of the drawing itself; other functions for pictures;
 * addresses with a scheme; and escapes, because an escape could hide any of these.
 */
const loads = /url\((?!\s*['"]?#)|\b(image|image-set|cross-fade|src|expression)\(|javascript:|data:|\\/i;

/** Style sheet rules that may load something, as `@import` does: all except those known to load nothing by themselves. */
const otherRules = /@(?!(media|supports|(-\w+-)?keyframes|font-face)\b)/i;

/** In other encodings, such as ISO-2022-JP, a browser may see markup where the check has seen text. */
const otherEncoding = /encoding\s*=\s*["'](?!(utf-8|us-ascii|iso-8859-1)["'])/i;

const refuse = (what: string): never => {
  throw new Problem(415, `The drawing contains ${what}, which is not allowed. Save it as a plain SVG, or send a PNG.`);
};

/** Whether a file could be an SVG, judged by the beginning of its text. */
export const isDrawing = (bytes: Buffer): boolean => /<svg[\s>]/.test(bytes.subarray(0, 4096).toString('utf8'));

/**
 * Checks an SVG: it must be readable and do nothing but draw. Returns its size in pixels; throws `Problem` 400, 413 or 415 with a
 * sentence for the user.
 */
export async function checkDrawing(bytes: Buffer): Promise<{ width: number; height: number }> {
  refuseMoreThanDrawing(bytes);
  const { width, height } = await orDamaged(sharp(bytes).metadata());
  return { width, height };
}

/** Refuses a drawing that could run, load or hide anything. Drawing programs' own notes, in other namespaces, are tolerated. */
function refuseMoreThanDrawing(bytes: Buffer): void {
  if (bytes.length > maxSvgBytes) throw new Problem(413, 'A drawing must be at most 256 kB.');
  const parser = sax.parser(true, { xmlns: true, position: false });
  let style: string | undefined; // of the style sheet that is being read
  parser.onerror = () => {
    throw new Problem(400, 'The drawing is damaged or cannot be read.');
  };
  parser.ondoctype = (text) => void (text.includes('[') && refuse('definitions of its own'));
  parser.onprocessinginstruction = ({ name, body }) => {
    if (name !== 'xml') refuse(`an instruction “${name}”`);
    if (otherEncoding.test(body)) refuse('text in another encoding than UTF-8');
  };
  parser.onopentag = (tag) => {
    const { uri, local, attributes } = tag as sax.QualifiedTag; // because `xmlns` is on
    if (uri === svgNamespace ? !drawn.has(local) : /xhtml|MathML/i.test(uri)) refuse(`a part “${local}”`);
    if (style !== undefined) refuse('a part within its style');
    if (local === 'style') style = '';
    for (const { name, prefix, local: property, value } of Object.values(attributes)) {
      if (/^on/i.test(property)) refuse(`a script (${name})`);
      if (property === 'href' && !value.startsWith('#')) refuse('a link to something else');
      // Drawing programs' own attributes, such as the path of an export, are not styles.
      const isDrawn = uri === svgNamespace && prefix === '' && !/^(xmlns|data-)/.test(name);
      if (isDrawn && loads.test(value)) refuse('a link to something else');
    }
  };
  parser.ontext = parser.oncdata = (text) => void (style !== undefined && (style += text));
  parser.onclosetag = () => {
    if (style !== undefined && (loads.test(style) || otherRules.test(style))) refuse('a link to something else');
    style = undefined;
  };
  parser.write(bytes.toString('utf8')).close();
}
