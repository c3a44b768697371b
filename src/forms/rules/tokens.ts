import { fault, type RuleFault } from './rule-fault.ts';

export const comparisons = ['==', '!=', '>=', '<=', '>', '<'] as const;
export type Comparison = (typeof comparisons)[number];

export type Token =
  | { kind: '&&' | '||' | '(' | ')' | 'end'; at: number; isMisspelled?: true }
  | { kind: 'comparison'; op: Comparison; at: number; isMisspelled?: true }
  /** `text` contains neither quotes nor escapes, and is trimmed if bare. */
  | { kind: 'quoted' | 'braced' | 'bare'; text: string; at: number };

/** Common misspellings of operators, longest first. */
const misspelled: readonly (readonly [string, string])[] = [
  ['===', '=='],
  ['!==', '!='],
  ['<>', '!='],
  ['=>', '>='],
  ['=<', '<='],
  ['=', '=='],
  ['!', '!='],
  ['&', '&&'],
  ['|', '||'],
];

const operators: readonly string[] = ['&&', '||', ...comparisons, '(', ')'];
const bareText = /[^&|()=!<>'"{}]+/y;

interface ScanResult {
  token?: Token;
  fault?: RuleFault;
  /** Start of the next token. */
  next: number;
}

/** Splits a rule into tokens. Continues after a fault, so that all faults are reported. */
export function tokensOf(rule: string): { tokens: Token[]; faults: RuleFault[] } {
  const tokens: Token[] = [];
  const faults: RuleFault[] = [];
  let at = 0;
  while (at < rule.length) {
    const found = tokenAt(rule, at);
    if (found.token) tokens.push(found.token);
    if (found.fault) faults.push(found.fault);
    at = found.next;
  }
  tokens.push({ kind: 'end', at: rule.length + 1 });
  return { tokens, faults };
}

function tokenAt(rule: string, at: number): ScanResult {
  const sign = rule.charAt(at);
  if (sign === "'" || sign === '"') return quotedAt(rule, at, sign);
  if (sign === '{') return bracedAt(rule, at);
  if (sign === '}') return { fault: fault('E104', at + 1, 'Unexpected character.'), next: at + 1 };
  bareText.lastIndex = at;
  const bare = bareText.exec(rule)?.[0];
  if (bare === undefined) return operatorAt(rule, at);
  const text = bare.trim();
  const next = at + bare.length;
  return text === ''
    ? { next }
    : { token: { kind: 'bare', text, at: at + 1 + bare.length - bare.trimStart().length }, next };
}

function operatorAt(rule: string, at: number): ScanResult {
  const right = operators.find((sign) => rule.startsWith(sign, at));
  const wrong = misspelled.find(([sign]) => rule.startsWith(sign, at));
  // The longest match wins: `=>` is not `=`, `===` is not `==`, and `==` is not `=`.
  if (wrong && (!right || wrong[0].length > right.length)) {
    const [sign, meant] = wrong;
    return {
      fault: fault('E102', at + 1, `Unknown operator '${sign}'. Use ${meant}.`),
      token: { ...tokenOf(meant, at), isMisspelled: true },
      next: at + sign.length,
    };
  }
  const sign = right ?? '';
  return { token: tokenOf(sign, at), next: at + sign.length };
}

function tokenOf(sign: string, at: number): Exclude<Token, { text: string }> {
  const op = comparisons.find((one) => one === sign);
  if (op) return { kind: 'comparison', op, at: at + 1 };
  return { kind: sign as '&&' | '||' | '(' | ')', at: at + 1 }; // the remaining operators
}

function quotedAt(rule: string, at: number, quote: string): ScanResult {
  let text = '';
  for (let i = at + 1; i < rule.length; i++) {
    const sign = rule.charAt(i);
    if (sign === quote) return { token: { kind: 'quoted', text, at: at + 1 }, next: i + 1 };
    const escaped = sign === '\\' ? /^['"\\]/.exec(rule.slice(i + 1, i + 2))?.[0] : undefined;
    text += escaped ?? sign;
    if (escaped !== undefined) i++;
  }
  return notClosed(at, { kind: 'quoted', text, at: at + 1 }, rule.length);
}

function bracedAt(rule: string, at: number): ScanResult {
  const end = rule.indexOf('}', at);
  const text = rule.slice(at + 1, end < 0 ? undefined : end).trim();
  const token = { kind: 'braced', text, at: at + 1 } as const;
  return end < 0 ? notClosed(at, token, rule.length) : { token, next: end + 1 };
}

const notClosed = (at: number, token: Token, next: number): ScanResult => ({
  fault: fault('E103', at + 1, 'Text is not closed.'),
  token,
  next,
});
