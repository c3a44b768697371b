import { fault, type RuleFault } from './rule-fault.ts';
import { type Comparison, type Token, tokensOf } from './tokens.ts';

/** One side of a comparison, as written. */
export interface Operand {
  kind: 'quoted' | 'braced' | 'bare';
  text: string;
  /** Position of its first character in the rule, from 1. */
  at: number;
}

export interface Compare {
  kind: 'compare';
  left: Operand;
  op: Comparison;
  right: Operand;
  /** Position of the operator. */
  at: number;
}

/** `and`: all parts must be true; `or`: at least one. Groups inside a group are of the other kind. */
export interface Group {
  kind: 'and' | 'or';
  parts: Node[];
}

export type Node = Compare | Group;

/** A rule: blank, always (`*`), or a condition. */
export type Rule = { kind: 'none' } | { kind: 'always' } | Node;

export type ParseResult = { rule: Rule; faults: [] } | { rule: undefined; faults: RuleFault[] };

const maxLength = 2_000;
const maxDepth = 32;

/** Parses a rule; the faults `E102` to `E105` and `E112` are in order of position. */
export function parse(text: string): ParseResult {
  const tooLong = 'Over 2,000 characters or 32 levels deep.';
  if (text.length > maxLength) return { rule: undefined, faults: [fault('E112', maxLength + 1, tooLong)] };
  if (text.trim() === '') return { rule: { kind: 'none' }, faults: [] };
  if (text.trim() === '*') return { rule: { kind: 'always' }, faults: [] };
  const { tokens, faults } = tokensOf(text);
  const reader = { tokens, at: 0, depth: 0 };
  try {
    const rule = readOr(reader);
    expect(reader, 'end', "'&&', '||' or the end");
    return faults.length > 0 ? { rule: undefined, faults } : { rule, faults: [] };
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    // A fault caused by a misspelt operator is left out, because the E102 of that operator is reported.
    const all = [...faults, ...(error.isConsequence ? [] : [error.fault])].sort(
      (one, other) => one.position - other.position,
    );
    return { rule: undefined, faults: all };
  }
}

class RuleError extends Error {
  readonly fault: RuleFault;
  readonly isConsequence: boolean;
  constructor(wrong: RuleFault, isConsequence = false) {
    super(wrong.message);
    this.fault = wrong;
    this.isConsequence = isConsequence;
  }
}

interface Reader {
  tokens: readonly Token[];
  at: number;
  depth: number;
}

const peek = ({ tokens, at }: Reader): Token => tokens[at] as Token; // never undefined: the last token is the end, which is never consumed

const errorHere = (reader: Reader, expected: string): RuleError => {
  const found = peek(reader);
  const isConsequence = 'isMisspelled' in found;
  return new RuleError(fault('E105', found.at, `Expected ${expected}, found ${nameOf(found)}.`), isConsequence);
};

function nameOf(token: Token): string {
  if (token.kind === 'end') return 'the end';
  if (token.kind === 'comparison') return `'${token.op}'`;
  return 'text' in token ? `'${token.text}'` : `'${token.kind}'`;
}

function expect(reader: Reader, kind: Token['kind'], expected: string): void {
  if (peek(reader).kind !== kind) throw errorHere(reader, expected);
  if (kind !== 'end') reader.at++;
}

function readGroup(reader: Reader, kind: 'and' | 'or', readPart: (reader: Reader) => Node): Node {
  const sign = kind === 'and' ? '&&' : '||';
  const parts = [readPart(reader)];
  while (peek(reader).kind === sign) {
    reader.at++;
    parts.push(readPart(reader));
  }
  return grouped(kind, parts);
}

/** Flattens groups of the same kind, so that `(a && b) && c` and `a && b && c` are equal. */
export function grouped(kind: 'and' | 'or', parts: readonly Node[]): Node {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  const [only] = flat;
  return flat.length === 1 && only ? only : { kind, parts: flat };
}

const readOr = (reader: Reader): Node => readGroup(reader, 'or', readAnd);
const readAnd = (reader: Reader): Node => readGroup(reader, 'and', readPrimary);

function readPrimary(reader: Reader): Node {
  const token = peek(reader);
  if (token.kind !== '(') return readCompare(reader);
  if (++reader.depth > maxDepth)
    throw new RuleError(fault('E112', token.at, 'Over 2,000 characters or 32 levels deep.'));
  reader.at++;
  const inside = readOr(reader);
  expect(reader, ')', "'&&', '||' or ')'");
  reader.depth--;
  return inside;
}

function readCompare(reader: Reader): Compare {
  const left = readOperand(reader, "a field or '('");
  const sign = peek(reader);
  if (sign.kind !== 'comparison') throw errorHere(reader, 'a comparison (==, !=, >=, <=, > or <)');
  reader.at++;
  return { kind: 'compare', left, op: sign.op, right: readOperand(reader, 'a value or a field'), at: sign.at };
}

function readOperand(reader: Reader, expected: string): Operand {
  const token = peek(reader);
  if (token.kind !== 'quoted' && token.kind !== 'braced' && token.kind !== 'bare') throw errorHere(reader, expected);
  reader.at++;
  return { kind: token.kind, text: token.text, at: token.at };
}
