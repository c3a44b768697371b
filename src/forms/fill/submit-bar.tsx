import { Button } from '#ui/button/button.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import type { Mode } from './screen-context.ts';
import styles from './form-screen.module.css';
import type { SendState } from './drafts/use-submit.ts';

interface SubmitBarProps {
  state: SendState;
  refusal: string | undefined;
  faults: number;
  mode: Mode;
  /** Whether more sections follow, which makes Next the primary button. */
  hasMore: boolean;
}

/** The Submit button, and whether the form is ready, being sent, or waiting for a connection. */
export function SubmitBar({ state, refusal, faults, mode, hasMore }: SubmitBarProps) {
  const isLive = useIsHydrated();
  return (
    <>
      <Refusal isStrong>{refusal}</Refusal>
      <div className={styles.submit}>
        <p role="status">
          <strong>{headingFor(state, faults, mode)}</strong>
          {detailFor(state)}
        </p>
        <Button
          type={isLive ? 'submit' : 'button'}
          look={hasMore ? 'quiet' : 'primary'}
          size="large"
          isBusy={state === 'sending'}
        >
          {state === 'waiting' ? 'Try again now' : 'Submit'}
        </Button>
      </div>
    </>
  );
}

function headingFor(state: SendState, faults: number, mode: Mode): string {
  if (state === 'waiting') return 'Waiting for a connection';
  if (state === 'sending') return 'Sending';
  if (faults > 0) return faults === 1 ? '1 thing to fix' : `${faults} things to fix`;
  return mode === 'edit' ? 'Ready to save your changes?' : 'Ready to submit?';
}

const detailFor = (state: SendState): string =>
  state === 'waiting'
    ? 'Your answers are saved. They will be sent automatically when you are back online.'
    : 'Your answers stay on this device until they are submitted.';
