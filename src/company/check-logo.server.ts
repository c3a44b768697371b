import { fileTypeFromBuffer } from 'file-type';
import sax from 'sax';
import sharp from 'sharp';
import { Problem } from '#lib/api/problem.ts';
import { checkImage, orDamaged } from '#platform/storage/check-picture.server.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const maxSvgBytes = 256 * 1024;
const maxRasterBytes = 2 * 1024 * 1024;

/** What a drawing consists of. Links, scripts, animations, embedded pages and pictures are not in it. */
const drawn = new Set(
  `svg g defs symbol use title desc metadata style switch path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer feComposite feFlood
  feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset feDropShadow feTurbulence feDisplacementMap
  feMorphology feTile feSpecularLighting feDiffuseLighting feDistantLight fePointLight feSpotLight feConvolveMatrix`.split(
    /\s+/,
  ),
);

/** Anything that loads something else: `url(…)` and links but to parts of the drawing, imports, and addresses with a scheme. */
const loads = /url\(\s*['"]?(?!#)|@import|expression\(|javascript:|data:/i;

const refuse = (what: string): never => {
  throw new Problem(415, `The drawing contains ${what}, which a logo must not. Save it as a plain SVG, or send a PNG.`);
};

/** Refuses a drawing that could run, load or hide anything. Drawing programs' own notes, in other namespaces, are tolerated. */
function checkDrawing(bytes: Buffer): void {
  if (bytes.length > maxSvgBytes) throw new Problem(413, 'A drawing must be at most 256 kB.');
  const parser = sax.parser(true, { xmlns: true, position: false });
  let style = '';
  parser.onerror = () => {
    throw new Problem(400, 'The drawing is damaged or cannot be read.');
  };
  parser.ondoctype = (text) => void (text.includes('[') && refuse('definitions of its own'));
  parser.onprocessinginstruction = ({ name }) => void (name !== 'xml' && refuse(`an instruction “${name}”`));
  parser.onopentag = (tag) => {
    const { uri, local, attributes } = tag as sax.QualifiedTag; // because `xmlns` is on
    if (uri === svgNamespace ? !drawn.has(local) : /xhtml|MathML/i.test(uri)) refuse(`a part “${local}”`);
    for (const { name, local: property, value } of Object.values(attributes)) {
      if (/^on/i.test(property)) refuse(`a script (${name})`);
      if (property === 'href' && !value.startsWith('#')) refuse('a link to something else');
      if (!name.startsWith('xmlns') && uri === svgNamespace && loads.test(value)) refuse('a link to something else');
    }
  };
  parser.ontext = (text) => void (style += text);
  parser.oncdata = (text) => void (style += text);
  parser.onclosetag = (name) => {
    if (name.endsWith('style') && loads.test(style)) refuse('a link to something else');
    style = '';
  };
  parser.write(bytes.toString('utf8')).close();
}

/** A checked picture of the brand with the ending and type of its file. */
export interface CheckedPicture {
  bytes: Buffer;
  ending: 'svg' | 'png';
  type: string;
}

/** Checks a logo by its content: an SVG that does nothing but draw, or a PNG. Throws `Problem` 400, 413 or 415 with a sentence for the user. */
export async function checkLogo(bytes: Buffer): Promise<CheckedPicture> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (mime === 'image/png') {
    if (bytes.length > maxRasterBytes) throw new Problem(413, 'A picture must be at most 2 MB.');
    await checkImage(bytes);
    return { bytes, ending: 'png', type: 'image/png' };
  }
  if (!/<svg[\s>]/.test(bytes.subarray(0, 4096).toString('utf8'))) throw new Problem(415, 'Send an SVG or a PNG file.');
  checkDrawing(bytes);
  await orDamaged(sharp(bytes).metadata());
  return { bytes, ending: 'svg', type: 'image/svg+xml' };
}
