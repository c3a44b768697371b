/** What is wrong with a rule; the codes are those of the rules' language. */
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
  /** The character that it begins at, from 1. */
  position: number;
}

/** What an administrator should look at, though the rule means something. */
export interface RuleWarning {
  message: string;
  position: number;
}

export const fault = (code: FaultCode, position: number, message: string): RuleFault => ({ code, position, message });
