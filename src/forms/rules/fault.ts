/** Codes of faults in rules, as defined in `rules.md`. */
export type FaultCode =
  | 'E101'
  | 'E102'
  | 'E103'
  | 'E104'
  | 'E105'
  | 'E106'
  | 'E107'
  | 'E108'
  | 'E109'
  | 'E110'
  | 'E111'
  | 'E112';

export interface RuleFault {
  code: FaultCode;
  message: string;
  /** First character, from 1. */
  position: number;
}

/** A warning about a valid rule, for an administrator to check. */
export interface RuleWarning {
  message: string;
  position: number;
}

export const fault = (code: FaultCode, position: number, message: string): RuleFault => ({ code, position, message });
