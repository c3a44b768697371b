import { ourFault } from './sentences.ts';

/** One fault of the input: `path` names the field (`billingInfo.email`), `message` is what the user reads. */
export interface Fault {
  path: string;
  message: string;
}

/**
 * The one error that services throw and the client rebuilds from `application/problem+json` (RFC 9457).
 * `message` is a sentence for the user; `faults` lists bad input, all at once and in field order.
 */
export class Problem extends Error {
  readonly status: number;
  readonly faults: Fault[];
  requestId: string | undefined;
  /** Seconds after which the caller may try again (`Retry-After`). */
  retryAfter: number | undefined;

  constructor(status: number, message: string, faults: Fault[] = []) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.faults = faults;
  }
}

/** Bad input; the sentence is the first fault's. */
export const badInput = (...faults: Fault[]): Problem =>
  new Problem(400, faults[0]?.message ?? 'The request is not valid.', faults);

export const notFound = (message = 'Not found.'): Problem => new Problem(404, message);
export const conflict = (message: string): Problem => new Problem(409, message);

/**
 * What a page tells of a call that failed (specification of the shop, section 8): the server's sentence, also of a 500 that has
 * one of its own; `otherwise` where it has none, or is overloaded. Rethrows what is no problem of a call.
 */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (!(error instanceof Problem)) throw error;
  return error.status > 500 || error.message === ourFault ? otherwise : error.message;
}
