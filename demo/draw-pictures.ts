/** Renders the pictures of the demo catalogue to demo/images, all or those named: `node demo/draw-pictures.ts [name ...]`. */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { pictures } from './art/pictures.ts';

const folder = new URL('images/', import.meta.url);
const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in pictures));
if (unknown.length > 0) throw new Error(`No such picture: ${unknown.join(', ')}`);

await mkdir(folder, { recursive: true });
sharp.concurrency(1);
let largest = 0;
let drawn = 0;
for (const [name, draw] of Object.entries(pictures)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const image = await sharp(Buffer.from(draw()))
    .resize(1600, 1600)
    .webp({ quality: 82, alphaQuality: 90, effort: 5 })
    .toBuffer();
  await writeFile(new URL(`${name}.webp`, folder), image);
  largest = Math.max(largest, image.length);
  drawn += 1;
}
console.log(`${drawn} pictures drawn, the largest ${Math.ceil(largest / 1024)} KB`);
