import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';

/** Called for each element, with its name without prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The XML of a workbook is invalid. */
export class BrokenXml extends Error {}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML chunk by chunk and yields after each, so that completed rows can be passed on. Document types are
 * refused: they can expand a few bytes to gigabytes, and no spreadsheet program writes them.
 */
export async function* parseXml(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = sax.parser(true, { position: false });
  const fail = (): never => {
    throw new BrokenXml('The XML is not well-formed.');
  };
  parser.onerror = fail;
  parser.ondoctype = fail;
  parser.onopentag = ({ name, attributes }) => handlers.open?.(local(name), attributes as Record<string, string>); // strings, because `xmlns` is off
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

/** Parses a small part completely. */
export async function readXml(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseXml(pieces, handlers));
}
