/** Codes of faults in rules, as defined in `docs/forms.md`. */
export type FaultCode = `E1${'01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '10' | '11' | '12'}`;

export interface RuleFault {
  code: FaultCode;
  message: string;
  /** Position of the first character, from 1. */
  position: number;
}

/** A warning about a valid rule, for an administrator to check. */
export interface RuleWarning {
  message: string;
  position: number;
}

export const fault = (code: FaultCode, position: number, message: string): RuleFault => ({ code, position, message });
