import sharp, { type OverlayOptions } from 'sharp';
import type { Deps } from '#platform/deps.server.ts';
import type { FontPair } from '#lib/font-pairs.ts';
import { renderPng } from '#platform/storage/render-png.server.ts';
import { fontFor, paperFonts } from '#platform/pdf/site-fonts.server.ts';
import { readBrand } from './brand.server.ts';
import { readPicture } from './brand-pictures.server.ts';
import { readSettings } from './settings.server.ts';
import { type RecordDeps, untilChanged } from './stored-record.server.ts';

export type IconDeps = RecordDeps & Pick<Deps, 'files'>;

/** A tile with the first letter of the company's name, drawn as an outline because servers have no fonts. */
async function drawnIcon(name: string, { ink, fonts }: { ink: string; fonts: FontPair }): Promise<Buffer> {
  const letter = [...name.trim()][0]?.toUpperCase() ?? '';
  const { head } = await paperFonts(fonts);
  const { font } = fontFor(letter, head) ?? head.fonts[0];
  const [glyph] = font.layout(letter).glyphs;
  const { minX, maxX, minY, maxY } = glyph?.bbox ?? { minX: 0, maxX: 0, minY: 0, maxY: 0 };
  const scale = 27 / Math.max(font.capHeight, maxX - minX, 1);
  const place = `translate(${24 - ((minX + maxX) / 2) * scale} ${24 + ((minY + maxY) / 2) * scale}) scale(${scale} ${-scale})`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="13" fill="${ink}"/><path fill="#fff" transform="${place}" d="${glyph?.path.toSVG() ?? ''}"/></svg>`,
  );
}

interface Icon {
  bytes: Buffer;
  type: string;
}

/** The company's icon: the uploaded one, or the first letter of its name. */
export const readIcon = (deps: IconDeps): Promise<Icon> =>
  untilChanged(deps, 'brand-icon', async () => {
    const [{ icon, ...look }, { company }] = await Promise.all([readBrand(deps), readSettings(deps)]);
    const bytes = icon === null ? undefined : await readPicture(deps.files, icon);
    if (bytes) return { bytes, type: icon?.endsWith('.svg') ? 'image/svg+xml' : 'image/png' };
    return { bytes: await drawnIcon(company.name, look), type: 'image/svg+xml' };
  });

/**
 * The icon as a PNG of `side` pixels. `margin` is the share of the side that is left free at each edge, on a ground of ink, for systems
 * that cut the corners off.
 */
export const readIconPng = (deps: IconDeps, side: number, margin = 0): Promise<Buffer> =>
  untilChanged(deps, `brand-icon-${side}-${margin}`, async () => {
    const inner = Math.round(side * (1 - 2 * margin));
    const { ink } = await readBrand(deps);
    const scaled = await renderIcon(deps, inner);
    return margin === 0 ? scaled : onGround([{ input: scaled }], { width: side, height: side, ground: ink });
  });

/** The icon as a PNG on white for documents: a PDF takes the bytes as they are, unless the picture is transparent. */
export const readPaperIcon = (deps: IconDeps, side: number): Promise<Buffer> =>
  untilChanged(deps, `paper-icon-${side}`, async () =>
    sharp(await renderIcon(deps, side))
      .flatten({ background: '#fff' })
      .png()
      .toBuffer(),
  );

/** The icon, or the first letter of the name if the icon cannot be rendered, so that a bad icon never stops an invoice or a mail. */
async function renderIcon(deps: IconDeps, side: number): Promise<Buffer> {
  const { bytes } = await readIcon(deps);
  return renderPng(bytes, { width: side, height: side }).catch(async () => {
    const [look, { company }] = await Promise.all([readBrand(deps), readSettings(deps)]);
    return renderPng(await drawnIcon(company.name, look), { width: side, height: side });
  });
}

/** A rendered picture with its size in pixels. */
interface Logo {
  bytes: Buffer;
  width: number;
}

interface Size {
  width: number;
  height: number;
}

/** The logo as a PNG on white, as large as the given size allows; undefined without a logo, or if it cannot be rendered. */
export const readLogoPng = (deps: IconDeps, { width, height }: Size): Promise<Logo | undefined> =>
  untilChanged(deps, `brand-logo-${width}-${height}`, async () => {
    const { logo } = await readBrand(deps);
    const bytes = logo === null ? undefined : await readPicture(deps.files, logo);
    if (!bytes) return undefined;
    const drawn = sharp(bytes).resize(width, height, { fit: 'inside' }).flatten({ background: '#fff' }).png();
    const rendered = await drawn.toBuffer({ resolveWithObject: true }).catch(() => undefined);
    return rendered && { bytes: rendered.data, width: rendered.info.width };
  });

const onGround = (layers: OverlayOptions[], { ground, ...size }: Size & { ground: string }): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 4, background: ground } })
    .composite(layers)
    .png()
    .toBuffer();

const shareSize = { width: 1200, height: 630 };

/** The picture that other sites show with a link to this site: the uploaded one, or otherwise the logo, or icon and name. */
export const readSharePicture = (deps: IconDeps): Promise<Buffer> =>
  untilChanged(deps, 'brand-share', async () => {
    const { share, ink } = await readBrand(deps);
    const bytes = share === null ? undefined : await readPicture(deps.files, share);
    const drawn = () => drawShare(deps);
    return bytes ? renderPng(bytes, { ...shareSize, background: ink }).catch(drawn) : drawn();
  });

/** The logo on white; without a logo, on a ground of ink, the name beside the uploaded icon, or the name alone. */
async function drawShare(deps: IconDeps): Promise<Buffer> {
  const logo = await readLogoPng(deps, { width: 840, height: 360 });
  if (logo) return onGround([{ input: logo.bytes }], { ...shareSize, ground: '#ffffff' });
  const [{ icon, ink, fonts }, { company }] = await Promise.all([readBrand(deps), readSettings(deps)]);
  const name = await outlineOf(company.name, fonts);
  if (!name) return onGround([{ input: await readIconPng(deps, 300) }], { ...shareSize, ground: ink });
  const side = icon === null ? 0 : 200;
  const nameLeft = icon === null ? 0 : side + 48;
  const scale = Math.min(110 / name.em, (1040 - nameLeft) / name.width);
  const left = (shareSize.width - nameLeft - name.width * scale) / 2;
  const baseline = shareSize.height / 2 + (name.capHeight * scale) / 2;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><g fill="#fff" transform="translate(${left + nameLeft} ${baseline}) scale(${scale} ${-scale})">${name.paths}</g></svg>`;
  const layers: OverlayOptions[] = [{ input: Buffer.from(drawing), left: 0, top: 0 }];
  const top = (shareSize.height - side) / 2;
  if (side > 0) layers.push({ input: await readIconPng(deps, side), left: Math.round(left), top });
  return onGround(layers, { ...shareSize, ground: ink });
}

/** A text as paths in units of its font, from the left end of its baseline; undefined if no font has all of its letters. */
async function outlineOf(text: string, fonts: FontPair) {
  const { head } = await paperFonts(fonts);
  const font = fontFor(text, head)?.font;
  if (!font) return undefined;
  const { glyphs, positions } = font.layout(text);
  let width = 0;
  let paths = '';
  for (const [place, glyph] of glyphs.entries()) {
    paths += `<path transform="translate(${width} 0)" d="${glyph.path.toSVG()}"/>`;
    width += positions[place]?.xAdvance ?? 0;
  }
  return { paths, width, capHeight: font.capHeight, em: font.unitsPerEm };
}

/** A PNG as an ICO file with one picture, for programs that ask for `/favicon.ico`. */
export function icoOf(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
