import { useState } from 'react';
import { Link } from '#ui/link.tsx';
import { hasAccess } from '#lib/api/access.ts';
import { call } from '#lib/api/api.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { useFocusAtEnd } from '#ui/feedback/use-focus-at-end.ts';
import { Note } from '#ui/feedback/note.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { countText } from '#lib/text/count-text.ts';
import { type confirmPrivacyPolicy, type OpeningPoint, openingSentences, type sendTestMail } from './contract.ts';
import styles from './opening-card.module.css';

const headingId = 'opening';

/** The points that are still to be done before the opening, each with advice. Renders nothing once all are done. */
export function OpeningCard({ points }: { points: readonly OpeningPoint[] }) {
  const viewer = useViewer();
  if (points.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby={headingId}>
      <div className={panel.head}>
        <h2 id={headingId}>Before you open</h2>
        <p>{countText(points.length, 'thing')} to do</p>
      </div>
      <ul className={styles.points}>
        {points.map(({ key, name, figure, advice, action, link }) => (
          <li key={key}>
            <div>
              <h3>{name}</h3>
              <p>{sentence(figure)}</p>
              {advice !== '' && <p className={styles.advice}>{advice}</p>}
            </div>
            <div className={styles.acts}>
              {action === 'test-mail' && <TestMail />}
              {action === 'confirm-privacy-policy' && <Confirmation />}
              {(link.claim === null || hasAccess(viewer, link.claim)) && <Link to={link.to}>{link.label}</Link>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sentence = (text: string): string => (/[.!?”]$/.test(text) ? text : `${text}.`);

function TestMail() {
  const focusAtEnd = useFocusAtEnd(headingId);
  const { isBusy, change } = useChange();
  const [result, setResult] = useState<{ isSent: boolean; message: string }>();
  const send = () =>
    change(async () => {
      const sent = await call<typeof sendTestMail>('POST /v1/system/test-mail', {});
      setResult(sent);
      if (!sent.isSent) return;
      focusAtEnd();
      notify({ text: sent.message }); // the point may be gone
    }, openingSentences.testFailed);
  return (
    <>
      <Button size="small" look="soft" isBusy={isBusy} onClick={() => void send()}>
        Send a test e-mail
      </Button>
      {result && (
        <Note tone={result.isSent ? 'success' : 'warning'} isLive className={styles.result}>
          {result.message}
        </Note>
      )}
    </>
  );
}

function Confirmation() {
  const focusAtEnd = useFocusAtEnd(headingId);
  const { isBusy, change } = useChange();
  const confirm = () =>
    change(async () => {
      await call<typeof confirmPrivacyPolicy>('POST /v1/opening/privacy-policy', {});
      focusAtEnd();
      notify({ text: openingSentences.confirmed });
    }, openingSentences.confirmFailed);
  return (
    <Button size="small" look="soft" isBusy={isBusy} onClick={() => void confirm()}>
      I have read it, and it is right
    </Button>
  );
}
