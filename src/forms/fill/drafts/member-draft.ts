import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import type { deleteDraft, saveDraft, readDraft } from '#forms/drafts-contract.ts';
import type { Answer } from '#forms/rules/values.ts';
import { changeDraft, changeKept } from './draft-store.ts';
import type { FormStore } from '../store/form-store.ts';
import { isAlike, mergedDraft, responsesOf, type ServerDraft } from './merged-draft.ts';

/** The server keeps what was typed this long after the last change. */
const pauseMs = 2_500;
/** What is on its way when the form is sent may take this long to arrive; then it is broken off. */
const patienceMs = 3_000;
/** How often it is merged anew with what was kept elsewhere at that very moment; then with the next change. */
const attempts = 4;
/** A failed attempt to keep a draft elsewhere loses nothing: this browser has it. */
const quietly = (doing: Promise<unknown>): Promise<void> =>
  doing.then(
    () => undefined,
    () => undefined,
  );

/** Takes an answer that came from elsewhere. */
type Take = (field: string, answer: Answer) => void;

/** A member's draft on the server, so that it goes on where they sign in next. Files that are not uploaded yet stay behind. */
export class MemberDraft {
  /** What the server has, as far as this page knows. */
  #kept: ServerDraft | undefined;
  readonly #params: { formId: string };
  readonly #store: FormStore;
  /** Names the draft in this browser. */
  readonly #place: string;
  #timer: number | undefined;
  #sending = Promise.resolve();
  /** Another for each draft. */
  #stop = new AbortController();

  constructor(formId: string, store: FormStore, place: string) {
    this.#params = { formId };
    this.#store = store;
    this.#place = place;
  }

  /** What the server has, null for none; throws where it can't be read. */
  async read(signal?: AbortSignal): Promise<ServerDraft | null> {
    const route = 'GET /v1/form-builder/{formId}/draft';
    const { draft } = await call<typeof readDraft>(route, { params: this.#params }, { signal });
    if (!draft) return null;
    const { savedDate, responses } = draft;
    return { savedDate, responses: new Map(responses.map(({ id, response }) => [id, response])) };
  }

  /** Keeps what is typed, in a moment; what was kept elsewhere meanwhile is taken in. */
  keep(take: Take): void {
    window.clearTimeout(this.#timer);
    const stop = this.#stop;
    this.#timer = window.setTimeout(() => {
      this.#sending = this.#sending.then(() => quietly(this.#send(stop, take)));
    }, pauseMs);
  }

  async #send(stop: AbortController, take: Take): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const responses = responsesOf(this.#store.form, this.#store.answers());
      if (stop !== this.#stop || isAlike(responses, this.#kept?.responses)) return; // it was sent, or is kept
      const savedDate = await this.#put(responses, stop.signal);
      if (stop !== this.#stop) return;
      if (savedDate !== undefined) return this.learn({ savedDate, responses });
      const elsewhere = await this.read(stop.signal);
      if (stop !== this.#stop) return;
      if (elsewhere) this.#merge(elsewhere, take);
      await this.learn(elsewhere ?? undefined);
    }
  }

  /** Answers when it was kept; undefined where another was kept since. */
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

  #merge(elsewhere: ServerDraft, take: Take): void {
    const { form, first } = this.#store;
    const here = this.#store.answers();
    for (const [field, answer] of mergedDraft(form, { here, elsewhere, kept: this.#kept, first }))
      if (answer !== here.get(field)) take(field, answer);
  }

  /** Takes down what the server has, and the answers as they are with it: what is merged later rests on both. */
  async learn(kept: ServerDraft | undefined): Promise<void> {
    this.#kept = kept;
    if (this.#store.changes > 0)
      await Promise.all([changeDraft(this.#place, { answers: this.#store.answers() }), changeKept(this.#place, kept)]);
  }

  /** It is sent: nothing of what was typed until now is kept, and what comes next is another draft. */
  async drop(): Promise<void> {
    window.clearTimeout(this.#timer);
    const stop = this.#stop;
    this.#stop = new AbortController();
    this.#kept = undefined;
    const breakOff = window.setTimeout(() => stop.abort(), patienceMs);
    await this.#sending; // else it could arrive after this
    window.clearTimeout(breakOff);
    await quietly(
      call<typeof deleteDraft>('DELETE /v1/form-builder/{formId}/draft', { params: this.#params }, { isQuiet: true }),
    );
  }
}
