import sharp from 'sharp';
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

/** The icon as a PNG of `side` pixels. With `margin`, a part of the side on a ground of ink, for systems that cut the corners off. */
export const readIconPng = (deps: IconDeps, side: number, margin = 0): Promise<Buffer> =>
  untilChanged(deps, `brand-icon-${side}-${margin}`, async () => {
    const inner = Math.round(side * (1 - 2 * margin));
    const { ink } = await readBrand(deps);
    const scaled = await renderIcon(deps, inner);
    return margin === 0 ? scaled : onInk(scaled, { width: side, height: side, ink });
  });

/** The icon, or the first letter of the name if the icon cannot be rendered: an icon never holds up an invoice or a mail. */
async function renderIcon(deps: IconDeps, side: number): Promise<Buffer> {
  const { bytes } = await readIcon(deps);
  return renderPng(bytes, { width: side, height: side }).catch(async () => {
    const [look, { company }] = await Promise.all([readBrand(deps), readSettings(deps)]);
    return renderPng(await drawnIcon(company.name, look), { width: side, height: side });
  });
}

const onInk = (picture: Buffer, { ink, ...size }: { width: number; height: number; ink: string }): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 4, background: ink } })
    .composite([{ input: picture }])
    .png()
    .toBuffer();

/** The picture that other sites show with a link to this one: the uploaded one, or the icon on a ground of ink. */
export const readSharePicture = (deps: IconDeps): Promise<Buffer> =>
  untilChanged(deps, 'brand-share', async () => {
    const { share, ink } = await readBrand(deps);
    const bytes = share === null ? undefined : await readPicture(deps.files, share);
    const size = { width: 1200, height: 630 };
    const drawn = async () => onInk(await readIconPng(deps, 300), { ...size, ink });
    return bytes ? renderPng(bytes, { ...size, background: ink }).catch(drawn) : drawn();
  });

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
