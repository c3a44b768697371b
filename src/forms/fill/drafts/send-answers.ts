import { call } from '#lib/api/api.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import { pngStart } from '#forms/answers/encoding.ts';
import type { readSubmission, submitForm, updateSubmission } from '#forms/contract.ts';
import { defaultToastMessage, fieldsOf, labelOf, type ShownForm } from '#forms/definition/definition.ts';
import { sentences } from '#forms/definition/sentences.ts';
import { changeDraft } from './draft-store.ts';
import type { FormStore } from '../store/form-store.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import { uploadWaiting, markForReupload } from './upload-waiting-files.ts';

/** The server's reply after it has stored a submission. */
export interface SentForm {
  submissionId: string;
  toastMessage: string;
}

type SendResult =
  | ({ kind: 'sent' } & SentForm)
  | { kind: 'faults'; faults: Fault[] }
  /** A file could not be uploaded; its field shows the reason. */
  | { kind: 'failedUploads' }
  /** The answers may have arrived. They are sent again with the same key. */
  | { kind: 'noResponse' }
  /** The key has been used for other answers. */
  | { kind: 'otherAnswers' }
  | { kind: 'refused'; message: string }
  /** Somebody else has changed the submission. */
  | { kind: 'changedElsewhere'; message: string }
  /** Another tab has submitted the draft in the meantime. */
  | { kind: 'submittedElsewhere' };

type DeliveryResult = Exclude<SendResult, { kind: 'otherAnswers' }>;

export interface SendOptions {
  store: FormStore;
  /** The draft's key in this browser. */
  draftKey: string;
  key: IdempotencyKey;
  /** The submission being changed; undefined for a new one. */
  submission: { id: string; version: number } | undefined;
  /** Aborted when another tab has submitted the draft. */
  signal: AbortSignal;
}

/** Uploads waiting files, then sends the answers. If there is no response, the draft is marked as waiting. */
export async function sendAnswers(sending: SendOptions): Promise<DeliveryResult> {
  const { store, draftKey, key, signal } = sending;
  let sent = await sendWithFiles(sending);
  if (sent.kind === 'faults' && markForReupload(store, sent.faults)) {
    const others = sent.faults.filter(({ message }) => message !== sentences.fileGone);
    sent = others.length > 0 ? { kind: 'faults', faults: others } : await sendWithFiles(sending);
  }
  if (signal.aborted) return { kind: 'submittedElsewhere' };
  if (sent.kind === 'otherAnswers') {
    await key.renew();
    return { kind: 'refused', message: sentences.earlierArrived };
  }
  if (sent.kind !== 'sent')
    await changeDraft(draftKey, { answers: store.answers(), isWaiting: sent.kind === 'noResponse' });
  return sent.kind === 'faults' ? showFaults(store, sent.faults) : sent;
}

async function sendWithFiles(sending: SendOptions): Promise<SendResult> {
  const files = await uploadWaiting(sending.store);
  if (sending.signal.aborted) return { kind: 'submittedElsewhere' };
  if (files.kind === 'refusedFiles') return { kind: 'refused', message: refusedMessage(files.refused) };
  return files.kind === 'ready' ? sendOnce(sending) : { kind: files.kind };
}

const refusedMessage = (files: readonly Upload[]): string => {
  const reasons = files.map(({ origFileName, fault }) => `${origFileName}: ${fault}`).join(' ');
  return `${reasons} Press Submit again to send the form without ${files.length === 1 ? 'it' : 'them'}.`;
};

/**
 * Shows faults at their fields. If the first fault's field is hidden on this page (after midnight, `today` differs), the
 * fault is returned as a message.
 */
function showFaults(store: FormStore, faults: Fault[]): DeliveryResult {
  store.showFaults(faults);
  const [first] = faults;
  if (!first || store.sections().some(({ errors }) => errors > 0)) return { kind: 'faults', faults };
  const field = fieldsOf(store.form).find(({ id }) => id === first.path);
  return { kind: 'refused', message: field ? `${labelOf(field)}: ${first.message}` : first.message };
}

interface Body {
  id: string;
  response: string;
}

const putChange = ({ id, version }: { id: string; version: number }, body: Body[]): Promise<SentForm> =>
  call<typeof updateSubmission>('PUT /v1/form-builder/{submissionId}', {
    params: { submissionId: id },
    query: { version },
    body,
  });

const postNew = async ({ id, version }: ShownForm, body: Body[], key: Promise<string>): Promise<SentForm> =>
  call<typeof submitForm>(
    'POST /v1/form-builder/{formId}',
    { params: { formId: id }, query: { formVersion: version }, body },
    { headers: { 'idempotency-key': await key } },
  );

/** Sends the visible answers once. Answers and key are read at the same moment: another tab that submits them clears both. */
async function sendOnce({ store, submission, key }: SendOptions): Promise<SendResult> {
  const body = [...store.values()].map(([id, response]) => ({ id, response }));
  try {
    const saved = await (submission ? putChange(submission, body) : postNew(store.form, body, key.get()));
    return { kind: 'sent', ...saved };
  } catch (error) {
    if (!(error instanceof Problem)) return { kind: 'noResponse' }; // the connection broke
    if (submission && error.status === 409 && (await isStored(store, submission.id)))
      return { kind: 'sent', submissionId: submission.id, toastMessage: defaultToastMessage };
    return resultOfProblem(error, submission === undefined);
  }
}

/** Whether a change was stored although its response was lost. */
async function isStored(store: FormStore, submissionId: string): Promise<boolean> {
  const route = 'POST /v1/form-builder/form-submission';
  const body = { submissionId, formSubmissionGetType: 1 } as const;
  const { responses } = await call<typeof readSubmission>(route, { body }).catch(() => ({ responses: [] }));
  const values = store.values();
  if (responses.length !== values.size) return false;
  const areSame = await Promise.all(
    responses.map(({ id, response }) => isSameResponse(values.get(id) ?? '', response)),
  );
  return areSame.every(Boolean);
}

/** Compares responses, allowing for drawn signatures, which are sent as images and stored as paths. */
async function isSameResponse(sent: string, stored: string): Promise<boolean> {
  if (sent === stored || !sent.startsWith(pngStart) || !stored.startsWith('/')) return sent === stored;
  const bytes = await fetch(stored)
    .then((answer) => answer.arrayBuffer())
    .catch(() => new ArrayBuffer());
  const picture = new Uint8Array(bytes);
  const drawn = atob(sent);
  return picture.length === drawn.length && picture.every((byte, index) => byte === drawn.charCodeAt(index));
}

/** Statuses of a server that is starting or overloaded, or cannot be reached behind a proxy. */
const unreachable = [0, 502, 503, 504];

function resultOfProblem({ status, faults, message }: Problem, isNew: boolean): SendResult {
  if (unreachable.includes(status)) return { kind: 'noResponse' };
  if (status === 409) return isNew ? { kind: 'otherAnswers' } : { kind: 'changedElsewhere', message };
  if (faults.length > 0) return { kind: 'faults', faults };
  return { kind: 'refused', message: status >= 500 ? sentences.notSaved : message };
}
