import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import type { deleteDraft, saveDraft, readDraft } from '#forms/drafts-contract.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import { changeDraft, storeServerDraft } from './draft-store.ts';
import type { FormStore } from '../store/form-store.ts';
import { isSameResponses, mergeDrafts, responsesOf, type ServerDraft } from './merge-drafts.ts';

/** Delay between the last change and saving the draft on the server. */
const pauseMs = 2_500;
/** How long a running save may continue after the form is submitted. */
const abortAfterMs = 3_000;
/** Limit on attempts to merge with saves from other devices. If all fail, the next change tries again. */
const attempts = 4;
/** Nothing is lost if the request fails, because this browser has the draft too. */
const ignoreErrors = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );

/** Applies an answer from another device. */
type ApplyAnswer = (field: string, answer: Answer) => void;

/** A member's draft on the server, which other devices can continue. It lacks files that are not uploaded yet. */
export class MemberDraft {
  /** The last known draft on the server. */
  #serverDraft: ServerDraft | undefined;
  readonly #params: { formId: string };
  readonly #store: FormStore;
  readonly #draftKey: string;
  #timer: number | undefined;
  #saving = Promise.resolve();
  /** Aborts the saves of the current draft. */
  #stop = new AbortController();

  constructor(formId: string, store: FormStore, draftKey: string) {
    this.#params = { formId };
    this.#store = store;
    this.#draftKey = draftKey;
  }

  /** Reads the draft; null if there is none. Throws `Problem`. */
  async read(signal?: AbortSignal): Promise<ServerDraft | null> {
    const route = 'GET /v1/form-builder/{formId}/draft';
    const { draft } = await call<typeof readDraft>(route, { params: this.#params }, { signal });
    if (!draft) return null;
    const { savedDate, responses } = draft;
    return { savedDate, responses: new Map(responses.map(({ id, response }) => [id, response])) };
  }

  /** Schedules a save. Answers that other devices have saved in the meantime are merged and passed to `apply`. */
  scheduleSave(apply: ApplyAnswer): void {
    window.clearTimeout(this.#timer);
    const stop = this.#stop;
    this.#timer = window.setTimeout(() => {
      this.#saving = this.#saving.then(() => ignoreErrors(this.#save(stop, apply)));
    }, pauseMs);
  }

  async #save(stop: AbortController, apply: ApplyAnswer): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const responses = responsesOf(this.#store.form, this.#store.answers());
      if (stop !== this.#stop || isSameResponses(responses, this.#serverDraft?.responses)) return; // submitted, or already saved
      const savedDate = await this.#put(responses, stop.signal);
      if (stop !== this.#stop) return;
      if (savedDate !== undefined) return this.setServerDraft({ savedDate, responses });
      const elsewhere = await this.read(stop.signal);
      if (stop !== this.#stop) return;
      if (elsewhere) this.#merge(elsewhere, apply);
      await this.setServerDraft(elsewhere ?? undefined);
    }
  }

  /** Returns the saved date; undefined if another device has saved a newer draft. */
  async #put(responses: ReadonlyMap<string, string>, signal: AbortSignal): Promise<string | undefined> {
    const body = {
      responses: [...responses].map(([id, response]) => ({ id, response })),
      savedDate: this.#serverDraft?.savedDate ?? null,
    };
    const route = 'PUT /v1/form-builder/{formId}/draft';
    const input = { params: this.#params, body };
    return call<typeof saveDraft>(route, input, { signal, isQuiet: true }).then(
      ({ savedDate }) => savedDate,
      (error: unknown) => {
        if (error instanceof Problem && error.status === 409) return undefined;
        throw error;
      },
    );
  }

  #merge(elsewhere: ServerDraft, apply: ApplyAnswer): void {
    const { form, first } = this.#store;
    const here = this.#store.answers();
    for (const [field, answer] of mergeDrafts(form, { here, elsewhere, serverDraft: this.#serverDraft, first }))
      if (answer !== here.get(field)) apply(field, answer);
  }

  /** Stores the server's draft together with the current answers: later merges are based on both. */
  async setServerDraft(draft: ServerDraft | undefined): Promise<void> {
    this.#serverDraft = draft;
    if (this.#store.changes > 0)
      await Promise.all([
        changeDraft(this.#draftKey, { answers: this.#store.answers() }),
        storeServerDraft(this.#draftKey, draft),
      ]);
  }

  /** Deletes the draft after the form was submitted; later answers belong to another draft. */
  async delete(): Promise<void> {
    window.clearTimeout(this.#timer);
    const stop = this.#stop;
    this.#stop = new AbortController();
    this.#serverDraft = undefined;
    const timeout = window.setTimeout(() => stop.abort(), abortAfterMs);
    await this.#saving; // otherwise a save could arrive after the deletion
    window.clearTimeout(timeout);
    await ignoreErrors(
      call<typeof deleteDraft>('DELETE /v1/form-builder/{formId}/draft', { params: this.#params }, { isQuiet: true }),
    );
  }
}
