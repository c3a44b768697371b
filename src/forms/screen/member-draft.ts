import { call } from '#lib/api.ts';
import { decodeAnswer, encodeAnswer } from '../answers/encoding.ts';
import { withUploads } from '../answers/uploads.ts';
import { fieldsOf } from '../definition.ts';
import { isAnswered } from '../field-types.ts';
import type { dropDraft, keepDraft, readDraft } from '../drafts-contract.ts';
import type { Answer } from '../rules/values.ts';
import type { Draft } from './draft-store.ts';
import type { FormStore } from './form-store.ts';
import { asShown } from './known-answers.ts';

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
  readonly #params: { formId: string };
  readonly #store: FormStore;
  #timer: number | undefined;

  constructor(formId: string, store: FormStore) {
    this.#params = { formId };
    this.#store = store;
  }

  async read(): Promise<Pick<Draft, 'answers' | 'savedAt'> | undefined> {
    const { draft } = await call<typeof readDraft>('GET /v1/form-builder/{formId}/draft', {
      params: this.#params,
    }).catch(() => ({ draft: null }));
    if (!draft) return undefined;
    const given = new Map(draft.responses.map(({ id, response }) => [id, response]));
    const fields = fieldsOf(this.#store.form).filter(({ id }) => given.has(id));
    const answers = fields.map((field): [string, Answer] => [
      field.id,
      asShown(field, decodeAnswer(field, given.get(field.id) ?? '')),
    ]);
    return { answers: new Map(answers), savedAt: Date.parse(draft.savedDate) };
  }

  keep(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const body = { responses: responsesOf(this.#store) };
      void quietly(call<typeof keepDraft>('PUT /v1/form-builder/{formId}/draft', { params: this.#params, body }));
    }, pauseMs);
  }

  /** Keeps nothing of what was typed until now. */
  cancel(): void {
    window.clearTimeout(this.#timer);
  }

  drop(): Promise<void> {
    this.cancel();
    return quietly(call<typeof dropDraft>('DELETE /v1/form-builder/{formId}/draft', { params: this.#params }));
  }
}

/** All answers as they travel, those of hidden fields too. */
function responsesOf(store: FormStore): { id: string; response: string }[] {
  const answers = store.answers();
  return fieldsOf(store.form)
    .filter(isAnswered)
    .map((field) => ({ id: field.id, response: encodeAnswer(field, uploaded(answers.get(field.id))) }))
    .filter(({ response }) => response !== '');
}

/** Of files those that the server has. */
const uploaded = (answer: Answer): Answer =>
  withUploads(answer, (uploads) => uploads.filter(({ path }) => path !== undefined));
