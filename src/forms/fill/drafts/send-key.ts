import { changeDraft, sendKeyOf } from './draft-store.ts';

/**
 * The key that all attempts to send a draft carry, from whichever tab. A tab takes it when it is typed in, not when it sends:
 * else a press that comes just after another tab has sent the same answers would send them again.
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

  /** Takes another, for other answers. */
  async renew(): Promise<void> {
    const sendKey: string = crypto.randomUUID();
    this.#key = Promise.resolve(sendKey);
    await changeDraft(this.#place, { sendKey });
  }

  /** It is sent: what is typed from now on is something new. */
  forget(): void {
    this.#key = undefined;
  }
}
