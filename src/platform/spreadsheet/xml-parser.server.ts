import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';

/** Called for each element, with its name without the namespace prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Thrown for invalid XML in a workbook. */
export class BrokenXml extends Error {}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML chunk by chunk and yields after each, so that completed rows can be passed on. Document type declarations
 * are refused: they can expand a few bytes to gigabytes, and spreadsheet programs do not write them.
 */
export async function* parseXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = sax.parser(true, { position: false });
  const fail = (): never => {
    throw new BrokenXml('The XML is not well-formed.');
  };
  parser.onerror = fail;
  parser.ondoctype = fail;
  parser.onopentag = ({ name, attributes }) =>
    handlers.open?.(withoutPrefix(name), attributes as Record<string, string>); // strings, because `xmlns` is off
  parser.ontext = (text) => handlers.text?.(text);
  parser.oncdata = (text) => handlers.text?.(text);
  parser.onclosetag = (name) => handlers.close?.(withoutPrefix(name));
  const decoder = new StringDecoder('utf8');
  for await (const chunk of chunks) {
    parser.write(decoder.write(chunk));
    yield;
  }
  parser.write(decoder.end()).close();
  yield;
}

/** Parses a small part of a workbook completely. */
export async function readXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseXml(chunks, handlers));
}

/** Restores the characters that XML can't contain, which a workbook writes as `_x000D_`. */
export const unescapeCharacters = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
