import type { z } from 'zod';
import { Problem } from '#lib/api/problem.ts';
import {
  findNodeAtLocation,
  type JSONPath,
  type ParseError,
  parseTree,
  getNodeValue,
  printParseErrorCode,
} from 'jsonc-parser';

/** A fault in a file of the content folder. Lines are numbered from 1; a fault of the file as a whole has none. */
export interface FolderFault {
  file: string;
  line: number | null;
  message: string;
}

/** `pages/home.json, line 12` */
export const placeOf = ({ file, line }: FolderFault): string => (line === null ? file : `${file}, line ${line}`);

/** The fault of a file that cannot be read or used. Rethrows an error that is not a `Problem`. */
export function faultOf(file: string, error: unknown): FolderFault {
  if (!(error instanceof Problem)) throw error;
  return { file, line: null, message: error.message };
}

const mostReported = 1_000;

/** The refusal of a folder, with its faults. */
export const problemOf = (faults: readonly FolderFault[]): Problem =>
  new Problem(
    400,
    `${faults.length === 1 ? 'There is 1 fault' : `There are ${faults.length} faults`}. Nothing has been changed.`,
    faults.slice(0, mostReported).map((fault) => ({ path: placeOf(fault), message: fault.message })),
  );

/** A parsed file that can tell on which line each of its values is. */
export interface JsonFile {
  name: string;
  value: unknown;
  fault(path: JSONPath, message: string): FolderFault;
  /** The faults that a shape reports for the value at `path`. */
  faultsOf(error: z.ZodError, path?: JSONPath): FolderFault[];
}

const strict = { allowTrailingComma: false, disallowComments: true };

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Parses the text of a JSON file. Returns its faults instead if it is not JSON. */
export function parseJsonFile(name: string, text: string): JsonFile | FolderFault[] {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, strict);
  if (!tree || errors.length > 0)
    return errors.map(({ error, offset }) => ({
      file: name,
      line: lineOf(text, offset),
      message: `This is not JSON (${printParseErrorCode(error)}).`,
    }));
  const fault: JsonFile['fault'] = (path, message) => {
    // A missing value has no line, so the line of the innermost value around it is taken.
    let length = path.length;
    while (length > 0 && !findNodeAtLocation(tree, path.slice(0, length))) length -= 1;
    const node = findNodeAtLocation(tree, path.slice(0, length)) ?? tree;
    return { file: name, line: lineOf(text, node.offset), message };
  };
  return {
    name,
    value: getNodeValue(tree),
    fault,
    faultsOf: ({ issues }, path = []) =>
      issues.map((issue) => fault([...path, ...(issue.path as JSONPath)], issue.message)), // keys of JSON
  };
}
