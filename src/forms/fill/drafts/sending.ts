import { call } from '#lib/api/api.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import { pngStart } from '#forms/answers/encoding.ts';
import type { readSubmission, submitForm, updateSubmission } from '#forms/contract.ts';
import { fieldsOf, labelOf, defaultToastMessage } from '#forms/definition/definition.ts';
import { sentences } from '#forms/definition/sentences.ts';
import type { ShownForm } from '#forms/definition/shapes.ts';
import { changeDraft } from './draft-store.ts';
import type { FormStore } from '../store/form-store.ts';
import type { SendKey } from './send-key.ts';
import { readyFiles, sendAgain } from './waiting-files.ts';

/** What the server answers once it is stored. */
export interface SentForm {
  submissionId: string;
  toastMessage: string;
}

type Sent =
  | ({ kind: 'sent' } & SentForm)
  | { kind: 'faults'; faults: Fault[] }
  /** A file could not be sent; its field says why. */
  | { kind: 'faultyFiles' }
  /** There was no answer: it may have arrived or not, and is sent again with the same key. */
  | { kind: 'noAnswer' }
  /** The key belongs to answers that were sent before, and these are others. */
  | { kind: 'otherAnswers' }
  | { kind: 'refused'; message: string }
  /** Somebody else has changed the submission. */
  | { kind: 'changedElsewhere'; message: string }
  /** Another tab has sent it meanwhile: nothing of it is left here. */
  | { kind: 'ended' };

type Delivered = Exclude<Sent, { kind: 'otherAnswers' }>;

export interface Sending {
  store: FormStore;
  /** Names the draft in this browser. */
  place: string;
  /** What all attempts carry. */
  key: SendKey;
  /** What is changed; undefined for what is new. */
  submission: { id: string; version: number } | undefined;
  /** Aborted where another tab has sent it. */
  signal: AbortSignal;
}

/** Sends files that still wait, then the answers; keeps the draft as one that waits where there is no answer. */
export async function deliver(sending: Sending): Promise<Delivered> {
  const { store, place, key, signal } = sending;
  let sent = await sendWithFiles(sending);
  if (sent.kind === 'faults' && sendAgain(store, sent.faults)) {
    const others = sent.faults.filter(({ message }) => message !== sentences.fileGone);
    sent = others.length > 0 ? { kind: 'faults', faults: others } : await sendWithFiles(sending);
  }
  if (signal.aborted) return { kind: 'ended' };
  if (sent.kind === 'otherAnswers') {
    await key.renew();
    return { kind: 'refused', message: sentences.earlierArrived };
  }
  if (sent.kind !== 'sent') await changeDraft(place, { answers: store.answers(), isWaiting: sent.kind === 'noAnswer' });
  return sent.kind === 'faults' ? told(store, sent.faults) : sent;
}

async function sendWithFiles(sending: Sending): Promise<Sent> {
  const files = await readyFiles(sending.store);
  if (sending.signal.aborted) return { kind: 'ended' };
  if (files.kind === 'refusedFiles') return { kind: 'refused', message: refusedWords(files.refused) };
  return files.kind === 'ready' ? sendOnce(sending) : { kind: files.kind };
}

const refusedWords = (files: readonly Upload[]): string => {
  const reasons = files.map(({ origFileName, fault }) => `${origFileName}: ${fault}`).join(' ');
  return `${reasons} Press Submit again to send the form without ${files.length === 1 ? 'it' : 'them'}.`;
};

/** Tells faults at their fields; one of a field that the page does not show, as after midnight, is told by itself. */
function told(store: FormStore, faults: Fault[]): Delivered {
  store.tell(faults);
  const [first] = faults;
  if (!first || store.sections().some(({ errors }) => errors > 0)) return { kind: 'faults', faults };
  const field = fieldsOf(store.form).find(({ id }) => id === first.path);
  return { kind: 'refused', message: field ? `${labelOf(field)}: ${first.message}` : first.message };
}

interface Body {
  id: string;
  response: string;
}

const change = ({ id, version }: { id: string; version: number }, body: Body[]): Promise<SentForm> =>
  call<typeof updateSubmission>('PUT /v1/form-builder/{submissionId}', {
    params: { submissionId: id },
    query: { version },
    body,
  });

const make = async ({ id, version }: ShownForm, body: Body[], key: Promise<string>): Promise<SentForm> =>
  call<typeof submitForm>(
    'POST /v1/form-builder/{formId}',
    { params: { formId: id }, query: { formVersion: version }, body },
    { headers: { 'idempotency-key': await key } },
  );

/** Sends the answers of what is shown, once. The key is taken with them: when another tab has sent them, both are gone. */
async function sendOnce({ store, submission, key }: Sending): Promise<Sent> {
  const body = [...store.values()].map(([id, response]) => ({ id, response }));
  try {
    const saved = await (submission ? change(submission, body) : make(store.form, body, key.get()));
    return { kind: 'sent', ...saved };
  } catch (error) {
    if (!(error instanceof Problem)) return { kind: 'noAnswer' }; // it broke off in the middle
    if (submission && error.status === 409 && (await isStored(store, submission.id)))
      return { kind: 'sent', submissionId: submission.id, toastMessage: defaultToastMessage };
    return outcomeOf(error, submission === undefined);
  }
}

/** Whether a change has arrived whose answer was lost. */
async function isStored(store: FormStore, submissionId: string): Promise<boolean> {
  const route = 'POST /v1/form-builder/form-submission';
  const body = { submissionId, formSubmissionGetType: 1 } as const;
  const { responses } = await call<typeof readSubmission>(route, { body }).catch(() => ({ responses: [] }));
  const values = store.values();
  if (responses.length !== values.size) return false;
  const alike = await Promise.all(responses.map(({ id, response }) => isAlike(values.get(id) ?? '', response)));
  return alike.every(Boolean);
}

/** A signature that was just drawn travels as its picture, and is stored as the path of it. */
async function isAlike(sent: string, stored: string): Promise<boolean> {
  if (sent === stored || !sent.startsWith(pngStart) || !stored.startsWith('/')) return sent === stored;
  const bytes = await fetch(stored)
    .then((answer) => answer.arrayBuffer())
    .catch(() => new ArrayBuffer());
  const picture = new Uint8Array(bytes);
  const drawn = atob(sent);
  return picture.length === drawn.length && picture.every((byte, place) => byte === drawn.charCodeAt(place));
}

/** Statuses of a server that is starting, overloaded, or behind a proxy that can't reach it. */
const unreachable = [0, 502, 503, 504];

function outcomeOf({ status, faults, message }: Problem, isNew: boolean): Sent {
  if (unreachable.includes(status)) return { kind: 'noAnswer' };
  if (status === 409) return isNew ? { kind: 'otherAnswers' } : { kind: 'changedElsewhere', message };
  if (faults.length > 0) return { kind: 'faults', faults };
  return { kind: 'refused', message: status >= 500 ? sentences.notSaved : message };
}
