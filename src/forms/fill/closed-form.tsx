import { LinkButton } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { sentences } from '../definition/sentences.ts';
import styles from './screen.module.css';

/** Shown instead of a closed form. */
export function ClosedForm({ formName }: { formName: string }) {
  return (
    <div className={styles.closed}>
      <h1>{formName}</h1>
      <Note tone="info">{sentences.closed}</Note>
      <p>Do you need us now? Write to us or call us. We answer within one business day.</p>
      <LinkButton to="/contact-us/">Contact us</LinkButton>
    </div>
  );
}
