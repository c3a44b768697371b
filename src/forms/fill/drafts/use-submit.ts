import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormStore } from '../store/form-store.ts';
import { deliver, type Sending, type SentForm } from './sending.ts';

/** Where sending stands; `waiting` goes on by itself once there is a connection. */
export type SendState = 'idle' | 'sending' | 'waiting';

export interface SubmitOptions extends Omit<Sending, 'store' | 'signal'> {
  /** Faults were found: they are told at their fields. */
  onFaults: () => void;
  onSent: (sent: SentForm) => Promise<void>;
  /** Another tab has sent it, and nothing was typed since. */
  onAlreadySent: () => void;
  /** Somebody else has changed the submission since this page was opened. */
  onChangedElsewhere: () => Promise<void>;
}

/** Without a connection it tries again so often, and as soon as the browser knows of one. */
const retryMs = 8_000;

/** Sends a form, once, however often it is pressed, reloaded or cut off: all attempts carry the draft's key. */
export function useSubmit(store: FormStore, { place, key, submission, ...on }: SubmitOptions) {
  const [state, setState] = useState<SendState>('idle');
  const [refusal, setRefusal] = useState<string>();
  const isBusy = useRef(false);
  const ending = useRef<AbortController>(undefined);
  const wasSentElsewhere = useRef(false);
  const fail = (): void => {
    setState('idle');
    on.onFaults();
  };
  const send = async (): Promise<void> => {
    setState('sending');
    const { signal } = (ending.current = new AbortController());
    const sent = await deliver({ store, place, key, submission, signal });
    if (sent.kind === 'ended') return setState('idle');
    if (sent.kind === 'noAnswer') return setState('waiting');
    if (sent.kind === 'faults' || sent.kind === 'faultyFiles') return fail();
    if (sent.kind === 'sent') await on.onSent(sent);
    else setRefusal(sent.message);
    if (sent.kind === 'changedElsewhere') await on.onChangedElsewhere();
    setState('idle');
  };
  const submit = async (): Promise<void> => {
    if (isBusy.current) return;
    // A press just after another tab's would send the form that was emptied by it.
    if (wasSentElsewhere.current && store.changes === 0) return on.onAlreadySent();
    isBusy.current = true;
    setRefusal(undefined);
    const work = store.check().length > 0 ? Promise.resolve(fail()) : send();
    await work.finally(() => {
      isBusy.current = false;
    });
  };
  useRetries(state === 'waiting', submit);
  /** Another tab has sent it: nothing of it waits or is on its way any more. */
  const stop = (): void => {
    wasSentElsewhere.current = true;
    ending.current?.abort();
    setState((now) => (now === 'waiting' ? 'idle' : now));
  };
  return { state, refusal, submit, stop };
}

function useRetries(isWaiting: boolean, submit: () => Promise<void>): void {
  const again = useEffectEvent(() => void submit());
  useEffect(() => {
    if (!isWaiting) return;
    const retry = (): void => again();
    const timer = window.setInterval(retry, retryMs);
    window.addEventListener('online', retry);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [isWaiting]);
}
