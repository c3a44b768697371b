/** Renders the pictures of equipment on the service pages to demo/site/pictures: `node demo/draw-equipment.ts`. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { pictures } from './art/pictures.ts';

const folder = new URL('./site/pictures/', import.meta.url);
await mkdir(folder, { recursive: true });
const existing = (await readdir(folder)).map((file) => file.replace('.webp', ''));
const names = process.argv.length > 2 ? process.argv.slice(2) : existing;
for (const name of names) {
  const draw = pictures[name];
  if (!draw) throw new Error(`No such picture: ${name}`);
  const image = sharp(Buffer.from(draw())).resize(480, 480).webp({ quality: 80, alphaQuality: 85, effort: 5 });
  await writeFile(new URL(`${name}.webp`, folder), await image.toBuffer());
}
console.log(`${names.length} pictures drawn`);
