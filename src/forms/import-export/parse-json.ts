import { deepestJson, isTooDeep } from '#lib/text/json-depth.ts';

/** Parsed JSON, or the reason why it could not be parsed. */
export type ReadJson = { value: unknown } | { fault: string };

/** Parses UTF-8 JSON; a fault names line and column, counted from 1. */
export function readJson(bytes: Uint8Array): ReadJson {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes); // removes a byte order mark
  } catch {
    return { fault: 'The file is not UTF-8 text.' };
  }
  if (isTooDeep(text)) return { fault: `Lists and objects can be nested at most ${deepestJson} levels deep.` };
  try {
    return { value: JSON.parse(text) };
  } catch {
    const { at, expected } = faultIn(text);
    const before = text.slice(0, at).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    return { fault: `line ${before.length}, column ${column}: Not valid JSON. Expected ${expected}.` };
  }
}

interface Fault {
  /** Index of its first character, from 0. */
  at: number;
  expected: string;
}

class JsonError extends Error {
  readonly fault: Fault;
  constructor(at: number, expected: string) {
    super(expected);
    this.fault = { at, expected };
  }
}

/** Scans the text for the position of the fault, which the engine's message lacks. */
function faultIn(text: string): Fault {
  try {
    const at = skipBlanks(text, afterValue(text, 0));
    return { at, expected: 'the end' };
  } catch (error) {
    if (error instanceof JsonError) return error.fault;
    throw error;
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++;
  return at;
}

const plain = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const firstPrintable = 0x20;

function afterMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function afterText(text: string, from: number): number {
  if (text[from] !== '"') throw new JsonError(from, 'a property name in double quotes');
  let at = from + 1;
  while (text[at] !== '"') {
    const end = text[at] === '\\' ? afterMatch(escape, text, at) : at + 1;
    if (end === at || !(text.charCodeAt(at) >= firstPrintable))
      throw new JsonError(at, 'a closing quote; line breaks and \\ are written as \\n and \\\\');
    at = end;
  }
  return at + 1;
}

/** Uses a stack of open brackets instead of recursion, because files may be deeply nested. */
function afterValue(text: string, from: number): number {
  const open: ('}' | ']')[] = [];
  let at = from;
  do {
    at = skipBlanks(text, at);
    const sign = text[at];
    if (sign === '{' || sign === '[') {
      const closing = sign === '{' ? '}' : ']';
      at = skipBlanks(text, at + 1);
      if (text[at] === closing) at++;
      else {
        open.push(closing);
        if (closing === '}') at = afterName(text, at);
        continue;
      }
    } else at = sign === '"' ? afterText(text, at) : afterWord(text, at);
    at = afterClosed(text, at, open);
  } while (open.length > 0);
  return at;
}

function afterWord(text: string, at: number): number {
  const end = afterMatch(plain, text, at);
  if (end === at) throw new JsonError(at, 'a value');
  return end;
}

function afterName(text: string, at: number): number {
  const end = skipBlanks(text, afterText(text, at));
  if (text[end] !== ':') throw new JsonError(end, "':'");
  return end + 1;
}

/** Closes the brackets that end here, and skips the comma before the next value. */
function afterClosed(text: string, from: number, open: ('}' | ']')[]): number {
  let at = from;
  for (let closing = open.at(-1); closing; closing = open.at(-1)) {
    at = skipBlanks(text, at);
    if (text[at] === ',') {
      const next = skipBlanks(text, at + 1);
      return closing === '}' ? afterName(text, next) : next;
    }
    if (text[at] !== closing) throw new JsonError(at, `',' or '${closing}'`);
    open.pop();
    at++;
  }
  return at;
}
