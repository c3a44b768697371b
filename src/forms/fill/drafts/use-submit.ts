import { useRef, useState } from 'react';
import type { FormStore } from '../store/form-store.ts';
import { useRetryWhenOnline } from './use-retry-when-online.ts';
import { sendAnswers, type SendOptions, type SentForm } from './send-answers.ts';

/** `waiting`: the form is sent automatically once there is a connection. */
export type SendState = 'idle' | 'sending' | 'waiting';

export interface SubmitOptions extends Omit<SendOptions, 'store' | 'signal'> {
  /** Called when there are faults, which are shown at their fields. */
  onFaults: () => void;
  onSent: (sent: SentForm) => Promise<void>;
  /** Called when another tab has submitted the form and the user has typed nothing since. */
  onAlreadySent: () => void;
  /** Called when somebody else has changed the submission since this page was opened. */
  onChangedElsewhere: () => Promise<void>;
}

/** Submits a form exactly once, despite repeated presses, reloads and lost connections: all attempts use the draft's key. */
export function useSubmit(store: FormStore, { draftKey, key, submission, ...on }: SubmitOptions) {
  const [state, setState] = useState<SendState>('idle');
  const [refusal, setRefusal] = useState<string>();
  const isBusy = useRef(false);
  const stopper = useRef<AbortController>(undefined);
  const wasSentElsewhere = useRef(false);
  const fail = (): void => {
    setState('idle');
    on.onFaults();
  };
  const send = async (): Promise<void> => {
    setState('sending');
    const { signal } = (stopper.current = new AbortController());
    const sent = await sendAnswers({ store, draftKey, key, submission, signal });
    if (sent.kind === 'submittedElsewhere') return setState('idle');
    if (sent.kind === 'noResponse') return setState('waiting');
    if (sent.kind === 'faults' || sent.kind === 'failedUploads') return fail();
    if (sent.kind === 'sent') await on.onSent(sent);
    else setRefusal(sent.message);
    if (sent.kind === 'changedElsewhere') await on.onChangedElsewhere();
    setState('idle');
  };
  const submit = async (): Promise<void> => {
    if (isBusy.current) return;
    // Without this, pressing Submit just after another tab has submitted the form would submit an empty one.
    if (wasSentElsewhere.current && store.changes === 0) return on.onAlreadySent();
    isBusy.current = true;
    setRefusal(undefined);
    const work = store.check().length > 0 ? Promise.resolve(fail()) : send();
    await work.finally(() => {
      isBusy.current = false;
    });
  };
  useRetryWhenOnline(state === 'waiting', submit);
  /** Stops sending and retrying after another tab has submitted the form. */
  const stop = (): void => {
    wasSentElsewhere.current = true;
    stopper.current?.abort();
    setState((now) => (now === 'waiting' ? 'idle' : now));
  };
  return { state, refusal, submit, stop };
}
