import { changeDraft, sendKeyOf } from './draft-store.ts';

/**
 * The Idempotency-Key of all attempts to send a draft, from any tab. A tab reads it when somebody types, not when it sends:
 * otherwise pressing Submit just after another tab has sent the same answers would send them again.
 */
export class SendKey {
  readonly #place: string;
  #key: Promise<string> | undefined;

  constructor(place: string) {
    this.#place = place;
  }

  get(): Promise<string> {
    return (this.#key ??= sendKeyOf(this.#place));
  }

  /** Creates a new key, for other answers. */
  async renew(): Promise<void> {
    const sendKey: string = crypto.randomUUID();
    this.#key = Promise.resolve(sendKey);
    await changeDraft(this.#place, { sendKey });
  }

  /** Forgets the key after sending: later answers belong to another submission. */
  forget(): void {
    this.#key = undefined;
  }
}
