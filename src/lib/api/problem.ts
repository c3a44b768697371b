import { changedBySomeoneElse, changesPaused, internalError } from './sentences.ts';

/** One invalid field: `path` names it (`billingInfo.email`), `message` is the user's sentence. */
export interface Fault {
  path: string;
  message: string;
}

/**
 * The error that services throw for the user, and that the client rebuilds from `application/problem+json` (RFC 9457). `message` is a
 * sentence for the user; `faults` has all faults of the input, in field order.
 */
export class Problem extends Error {
  readonly status: number;
  readonly faults: Fault[];
  requestId: string | undefined;
  /** Seconds until the caller may try again (`Retry-After`). */
  retryAfter: number | undefined;

  constructor(status: number, message: string, faults: Fault[] = []) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.faults = faults;
  }
}

/** Status 400; the message is the first fault's. */
export const badInput = (...faults: Fault[]): Problem =>
  new Problem(400, faults[0]?.message ?? 'The request is not valid.', faults);

export const notFound = (message = 'Not found.'): Problem => new Problem(404, message);
export const conflict = (message: string): Problem => new Problem(409, message);

/** Throws `Problem` 409 if a change is based on an older version; without a version the last change wins. */
export function requireVersion(version: number | undefined, stored: number): void {
  if (version !== undefined && version !== stored) throw conflict(changedBySomeoneElse);
}

/** Whether a change was refused because of maintenance mode; its message says so. */
export const isPaused = ({ message }: Problem): boolean => message === changesPaused;

/**
 * A page's message for a failed call (specification of the shop, section 8): the server's sentence, or `otherwise` if the server has no
 * specific one or is unavailable. Rethrows errors other than `Problem`.
 */
export function errorMessageOf(error: unknown, otherwise: string): string {
  if (!(error instanceof Problem)) throw error;
  if (isPaused(error)) return error.message;
  return error.status > 500 || error.message === internalError ? otherwise : error.message;
}
