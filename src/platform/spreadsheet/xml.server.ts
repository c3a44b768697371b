import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';

/** Called for each element, by its name without prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Whatever is wrong with the XML of a workbook. */
export class BrokenXml extends Error {}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML as it comes, a piece at a time, and yields after each so that handled rows can be passed on. Document types are
 * refused: they are how a few bytes become gigabytes, and no spreadsheet program writes them.
 */
export async function* parseXml(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = sax.parser(true, { position: false });
  const fail = (): never => {
    throw new BrokenXml('The XML is not well-formed.');
  };
  parser.onerror = fail;
  parser.ondoctype = fail;
  parser.onopentag = ({ name, attributes }) => handlers.open?.(local(name), attributes as Record<string, string>); // plain strings, since `xmlns` is off
  parser.ontext = (text) => handlers.text?.(text);
  parser.oncdata = (text) => handlers.text?.(text);
  parser.onclosetag = (name) => handlers.close?.(local(name));
  const decoder = new StringDecoder('utf8');
  for await (const piece of pieces) {
    parser.write(decoder.write(piece));
    yield;
  }
  parser.write(decoder.end()).close();
  yield;
}

/** The same of a small part, read as a whole. */
export async function readXml(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseXml(pieces, handlers));
}
