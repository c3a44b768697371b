/** Draws the files that the demo's submissions have: signatures, pictures of places, and PDFs. `node demo/draw-history-files.ts` */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

const folder = new URL('history/files/', import.meta.url);
await mkdir(folder, { recursive: true });
const place = (name: string) => fileURLToPath(new URL(name, folder));

const strokes = [
  'M40 120 C70 30 90 30 84 110 C80 160 60 150 76 120 C100 70 128 96 122 118 C118 134 138 132 150 108 C160 90 172 92 168 116 C166 132 188 126 200 104 C216 76 232 84 222 118 C216 140 250 126 300 92 C340 70 380 74 420 60',
  'M36 90 C60 60 90 70 80 130 C74 160 50 158 60 126 C76 80 120 60 140 74 C150 82 130 110 148 116 C170 122 180 84 196 90 C206 96 194 118 212 118 C240 118 250 60 268 66 C284 74 256 126 284 120 C330 110 360 118 440 96',
  'M50 60 L62 140 M40 96 C90 70 120 60 116 84 C110 110 70 104 108 122 C130 132 160 90 172 92 C186 96 170 124 190 122 C214 118 214 80 234 84 C250 90 232 122 254 122 C290 120 300 96 344 110 C370 118 400 108 430 120',
  'M60 130 C50 60 120 30 128 70 C132 100 84 110 92 88 C104 60 170 70 168 100 C166 124 150 118 160 104 C176 84 204 92 200 112 C198 126 220 122 232 102 C244 84 262 90 256 110 C250 132 300 116 330 100 C360 84 390 92 452 84',
];
for (const [index, path] of strokes.entries()) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="200"><path d="${path}" fill="none" stroke="#0b3b3c"
    stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  await sharp(Buffer.from(drawing))
    .png({ palette: true, colours: 16 })
    .toFile(place(`signature-${index + 1}.png`));
}

const wall = (top: string, floor: string, rest: string) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="960" height="720" viewBox="0 0 480 360">
  <rect width="480" height="360" fill="${top}"/><path d="M0 250 H480 V360 H0Z" fill="${floor}"/>
  <path d="M0 250 H480" stroke="#0b3b3c" stroke-opacity=".25" stroke-width="2"/>${rest}</svg>`;
const tiles = Array.from(
  { length: 12 },
  (_, x) => `<path d="M${x * 40} 60 V250" stroke="#fff" stroke-width="2"/>`,
).join('');
const basin = (x: number) => `<rect x="${x}" y="96" width="74" height="74" rx="6" fill="#dff1f4" stroke="#7aa6ab"/>
  <path d="M${x - 6} 196 h86 l-12 34 h-62z" fill="#fff" stroke="#7aa6ab"/><path d="M${x + 36} 196 v-14 h12" fill="none" stroke="#56777a" stroke-width="5"/>`;
const door = (x: number) =>
  `<rect x="${x}" y="90" width="64" height="160" fill="#9fc4bd" stroke="#56777a"/><circle cx="${x + 54}" cy="172" r="4" fill="#e4b62f"/>`;
const shelf = (y: number) => `<path d="M60 ${y} h360" stroke="#8b6b4a" stroke-width="9"/>
  ${Array.from({ length: 7 }, (_, i) => `<rect x="${76 + i * 48}" y="${y - 44 - (i % 3) * 6}" width="30" height="${40 + (i % 3) * 6}" rx="5" fill="${['#0b7a5b', '#e4b62f', '#5aa7c7', '#c9574d'][i % 4]}"/>`).join('')}`;
const places = {
  washroom: wall('#bfe0e2', '#cfd8d6', tiles + basin(60) + basin(200) + basin(340)),
  corridor: wall(
    '#efe9dc',
    '#b9c4bf',
    `${door(50)}${door(366)}<path d="M190 110 h100 v140 h-100z" fill="#f9f6ee" stroke="#c8bfa9"/><path d="M150 360 L206 250 h68 L330 360z" fill="#d9e3df"/><path d="M228 300 l24-52 24 52z" fill="#e4b62f"/>`,
  ),
  kitchen: wall(
    '#e8ecec',
    '#a9b5b3',
    `<rect x="30" y="150" width="420" height="100" fill="#c4cdcd" stroke="#7e8c8c"/><rect x="70" y="120" width="120" height="30" fill="#8d9a9a"/><rect x="230" y="96" width="60" height="54" rx="4" fill="#5b6a6a"/><path d="M330 150 v-40 h40" fill="none" stroke="#5b6a6a" stroke-width="8"/><rect x="60" y="36" width="180" height="40" fill="#9fb0b0"/>`,
  ),
  'store-room': wall('#f3eee4', '#c2b8a6', shelf(110) + shelf(180) + shelf(250)),
};
for (const [name, drawing] of Object.entries(places))
  await sharp(Buffer.from(drawing))
    .jpeg({ quality: 74, mozjpeg: true })
    .toFile(place(`${name}.jpg`));

const papers: Record<string, string[]> = {
  resume: [
    'Work so far',
    'Three years in a theatre: foyers, stairs, dressing rooms',
    'One year in a clinic, evenings',
    'Certificate III in cleaning operations',
    'An example, made for the demo.',
  ],
  checklist: [
    'Inspection checklist',
    'Floors, skirting, corners',
    'Touch points: handles, switches, rails',
    'Consumables and spares',
    'Store room: labels, data sheets, ladder',
    'An example, made for the demo.',
  ],
  'floor-plan': [
    'Floor plan',
    'Ground floor: reception, four offices, two washrooms',
    'First floor: open plan, kitchen, store',
    'An example, made for the demo.',
  ],
};
for (const [name, [title = '', ...lines]] of Object.entries(papers)) {
  const paper = new PDFDocument({
    size: 'A4',
    margin: 64,
    info: { Title: title, CreationDate: new Date('2026-01-01') },
  });
  const written = createWriteStream(place(`${name}.pdf`));
  paper.pipe(written);
  paper.fontSize(22).text(title).moveDown().fontSize(12);
  for (const line of lines) paper.text(line).moveDown(0.6);
  paper.end();
  await finished(written);
}
