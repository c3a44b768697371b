import { call } from '#lib/api.ts';
import type { dropDraft, keepDraft, readDraft } from '../drafts-contract.ts';
import { changeDraft } from './draft-store.ts';
import type { FormStore } from './form-store.ts';
import { responsesOf, type ServerDraft } from './merged-draft.ts';

/** The server keeps what was typed this long after the last change. */
const pauseMs = 2_500;
/** A failed attempt to keep a draft elsewhere loses nothing: this browser has it. */
const quietly = (doing: Promise<unknown>): Promise<void> =>
  doing.then(
    () => undefined,
    () => undefined,
  );

/** A member's draft on the server, so that it goes on where they sign in next. Files that are not uploaded yet stay behind. */
export class MemberDraft {
  /** What the server has, as far as this page knows. */
  kept: ServerDraft | undefined;
  readonly #params: { formId: string };
  readonly #store: FormStore;
  /** Names the draft in this browser. */
  readonly #place: string;
  #timer: number | undefined;

  constructor(formId: string, store: FormStore, place: string) {
    this.#params = { formId };
    this.#store = store;
    this.#place = place;
  }

  async read(): Promise<ServerDraft | undefined> {
    const { draft } = await call<typeof readDraft>('GET /v1/form-builder/{formId}/draft', {
      params: this.#params,
    }).catch(() => ({ draft: null }));
    if (!draft) return undefined;
    const { savedDate, responses } = draft;
    this.kept = { savedDate, responses: new Map(responses.map(({ id, response }) => [id, response])) };
    return this.kept;
  }

  keep(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void quietly(this.#send()), pauseMs);
  }

  async #send(): Promise<void> {
    const responses = responsesOf(this.#store.form, this.#store.answers());
    const body = { responses: [...responses].map(([id, response]) => ({ id, response })) };
    const { savedDate } = await call<typeof keepDraft>('PUT /v1/form-builder/{formId}/draft', {
      params: this.#params,
      body,
    });
    this.kept = { savedDate, responses };
    if (this.#store.changes > 0) await changeDraft(this.#place, { kept: this.kept }); // else it was sent meanwhile
  }

  /** Keeps nothing of what was typed until now: it is sent, and what comes next is another draft. */
  cancel(): void {
    window.clearTimeout(this.#timer);
    this.kept = undefined;
  }

  drop(): Promise<void> {
    this.cancel();
    return quietly(call<typeof dropDraft>('DELETE /v1/form-builder/{formId}/draft', { params: this.#params }));
  }
}
