import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** The bounds of a picture's ink, in thousandths of the picture's width and height. */
export interface InkBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** The pictures of a PDF that our own writer made from PNGs with a palette: a PDF contains their data unchanged. */
function pngsIn(pdf: Buffer): Buffer[] {
  const raw = pdf.toString('latin1');
  return raw.split(/\n\d+ 0 obj\n/).flatMap((object) => {
    const number = (name: string) => Number(new RegExp(`/${name} (\\d+)`).exec(object)?.[1] ?? 0);
    if (!object.includes('/Subtype /Image') || !object.includes('/Indexed')) return [];
    const from = object.indexOf('stream\n') + 7;
    const data = Buffer.from(object.slice(from, from + number('Length')), 'latin1');
    const head = Buffer.alloc(13); // its colours are read as greys, because only differences count
    head.writeUInt32BE(number('Width'), 0);
    head.writeUInt32BE(number('Height'), 4);
    head.writeUInt8(number('BitsPerComponent'), 8);
    const signature = Buffer.from('89504e470d0a1a0a', 'hex');
    return [Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])];
  });
}

/** The bounds of the ink of each picture of a PDF; the most frequent colour is the paper. */
export const inkIn = (pdf: Buffer): Promise<InkBox[]> => Promise.all(pngsIn(pdf).map(inkOf));

async function inkOf(png: Buffer): Promise<InkBox> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const paper = data[0];
  const inked = [...data.keys()].filter((place) => data[place] !== paper);
  const [xs, ys] = [inked.map((place) => place % info.width), inked.map((place) => Math.floor(place / info.width))];
  const share = (place: number, of: number): number => Math.round((place / of) * 1000);
  return {
    left: share(Math.min(...xs), info.width),
    top: share(Math.min(...ys), info.height),
    right: share(Math.max(...xs), info.width),
    bottom: share(Math.max(...ys), info.height),
  };
}
