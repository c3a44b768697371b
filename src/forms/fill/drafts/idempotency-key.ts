import { changeDraft, sendKeyOf } from './draft-store.ts';

/**
 * The Idempotency-Key of all attempts to submit a draft, from any tab. A tab reads it when the user types, not when it
 * submits: otherwise, pressing Submit just after another tab has submitted the same answers would create a second submission.
 */
export class IdempotencyKey {
  readonly #draftKey: string;
  #key: Promise<string> | undefined;

  constructor(draftKey: string) {
    this.#draftKey = draftKey;
  }

  get(): Promise<string> {
    return (this.#key ??= sendKeyOf(this.#draftKey));
  }

  /** Creates a new key, for other answers. */
  async renew(): Promise<void> {
    const sendKey: string = crypto.randomUUID();
    this.#key = Promise.resolve(sendKey);
    await changeDraft(this.#draftKey, { sendKey });
  }

  /** Forgets the key once the form has been submitted: later answers belong to another submission. */
  forget(): void {
    this.#key = undefined;
  }
}
