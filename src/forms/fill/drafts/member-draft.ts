import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import type { deleteDraft, saveDraft, readDraft } from '#forms/drafts-contract.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import { changeDraft, storeServerDraft } from './draft-store.ts';
import type { FormStore } from '../store/form-store.ts';
import { isSameResponses, mergedDraft, responsesOf, type ServerDraft } from './merge-drafts.ts';

/** Delay after the last change until the draft is saved on the server. */
const pauseMs = 2_500;
/** Time that a running save may take after the form is sent before it is aborted. */
const abortAfterMs = 3_000;
/** Attempts to merge with concurrent saves from other devices; after that, the next change tries again. */
const attempts = 4;
/** Ignores errors: nothing is lost, because this browser has the draft too. */
const ignoreErrors = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );

/** Applies an answer from another device. */
type ApplyAnswer = (field: string, answer: Answer) => void;

/** A member's draft on the server, to be continued on other devices. Files that are not uploaded yet are not included. */
export class MemberDraft {
  /** The last known draft on the server. */
  #kept: ServerDraft | undefined;
  readonly #params: { formId: string };
  readonly #store: FormStore;
  readonly #place: string;
  #timer: number | undefined;
  #sending = Promise.resolve();
  /** One for each draft. */
  #stop = new AbortController();

  constructor(formId: string, store: FormStore, place: string) {
    this.#params = { formId };
    this.#store = store;
    this.#place = place;
  }

  /** Reads the draft; null if there is none. Throws `Problem`. */
  async read(signal?: AbortSignal): Promise<ServerDraft | null> {
    const route = 'GET /v1/form-builder/{formId}/draft';
    const { draft } = await call<typeof readDraft>(route, { params: this.#params }, { signal });
    if (!draft) return null;
    const { savedDate, responses } = draft;
    return { savedDate, responses: new Map(responses.map(({ id, response }) => [id, response])) };
  }

  /** Schedules a save; answers saved on other devices meanwhile are merged. */
  keep(take: ApplyAnswer): void {
    window.clearTimeout(this.#timer);
    const stop = this.#stop;
    this.#timer = window.setTimeout(() => {
      this.#sending = this.#sending.then(() => ignoreErrors(this.#send(stop, take)));
    }, pauseMs);
  }

  async #send(stop: AbortController, take: ApplyAnswer): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const responses = responsesOf(this.#store.form, this.#store.answers());
      if (stop !== this.#stop || isSameResponses(responses, this.#kept?.responses)) return; // sent, or saved already
      const savedDate = await this.#put(responses, stop.signal);
      if (stop !== this.#stop) return;
      if (savedDate !== undefined) return this.learn({ savedDate, responses });
      const elsewhere = await this.read(stop.signal);
      if (stop !== this.#stop) return;
      if (elsewhere) this.#merge(elsewhere, take);
      await this.learn(elsewhere ?? undefined);
    }
  }

  /** Returns the saved date; undefined if another draft was saved since. */
  async #put(responses: ReadonlyMap<string, string>, signal: AbortSignal): Promise<string | undefined> {
    const body = {
      responses: [...responses].map(([id, response]) => ({ id, response })),
      savedDate: this.#kept?.savedDate ?? null,
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

  #merge(elsewhere: ServerDraft, take: ApplyAnswer): void {
    const { form, first } = this.#store;
    const here = this.#store.answers();
    for (const [field, answer] of mergedDraft(form, { here, elsewhere, kept: this.#kept, first }))
      if (answer !== here.get(field)) take(field, answer);
  }

  /** Remembers the server's draft together with the current answers: later merges are based on both. */
  async learn(kept: ServerDraft | undefined): Promise<void> {
    this.#kept = kept;
    if (this.#store.changes > 0)
      await Promise.all([
        changeDraft(this.#place, { answers: this.#store.answers() }),
        storeServerDraft(this.#place, kept),
      ]);
  }

  /** Deletes the draft after sending; later answers belong to another draft. */
  async drop(): Promise<void> {
    window.clearTimeout(this.#timer);
    const stop = this.#stop;
    this.#stop = new AbortController();
    this.#kept = undefined;
    const timeout = window.setTimeout(() => stop.abort(), abortAfterMs);
    await this.#sending; // otherwise it could arrive after the deletion
    window.clearTimeout(timeout);
    await ignoreErrors(
      call<typeof deleteDraft>('DELETE /v1/form-builder/{formId}/draft', { params: this.#params }, { isQuiet: true }),
    );
  }
}
