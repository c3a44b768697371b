import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormStore } from '../store/form-store.ts';
import { deliver, type SendOptions, type SentForm } from './send-answers.ts';

/** `waiting` retries automatically once there is a connection. */
export type SendState = 'idle' | 'sending' | 'waiting';

export interface SubmitOptions extends Omit<SendOptions, 'store' | 'signal'> {
  /** Called when there are faults, which are shown at their fields. */
  onFaults: () => void;
  onSent: (sent: SentForm) => Promise<void>;
  /** Called when another tab has sent the form and nothing was typed since. */
  onAlreadySent: () => void;
  /** Called when somebody else has changed the submission since this page was opened. */
  onChangedElsewhere: () => Promise<void>;
}

/** Interval of retries without a connection; the browser's `online` event also triggers one. */
const retryMs = 8_000;

/** Sends a form exactly once, despite repeated presses, reloads and lost connections: all attempts use the draft's key. */
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
    // Otherwise a press just after another tab has sent the form would send an empty form.
    if (wasSentElsewhere.current && store.changes === 0) return on.onAlreadySent();
    isBusy.current = true;
    setRefusal(undefined);
    const work = store.check().length > 0 ? Promise.resolve(fail()) : send();
    await work.finally(() => {
      isBusy.current = false;
    });
  };
  useRetries(state === 'waiting', submit);
  /** Stops sending and retrying after another tab has sent the form. */
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
