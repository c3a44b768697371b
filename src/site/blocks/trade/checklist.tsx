import { formatPhone } from '#lib/text/phone.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { ChevronDownIcon, FileIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import styles from './checklist.module.css';
import type { ShownBlockOf } from '../../content/shown.ts';
import type { Standing } from '../frame/section.tsx';
import { titleId } from '../frame/section.tsx';

/** Prints only the checklist; the browser's print command prints the whole page. */
function printSheet(): void {
  const { dataset } = document.documentElement;
  dataset['print'] = 'sheet';
  window.addEventListener('afterprint', () => delete dataset['print'], { once: true });
  window.print();
}

const lines = ['Site', 'Date and time', 'Walked by', 'Signature'];

interface ChecklistProps extends Standing {
  block: ShownBlockOf<'checklist'>;
  /** The title of the page. */
  page: { title: string };
}

/** Points to look at, to print and tick on a walk. */
export function ChecklistView({ block, page, isInColumn }: ChecklistProps) {
  const { title, intro, groups, anchor } = block;
  const section = (
    <section id={anchor || undefined} aria-labelledby={titleId(block)} className={styles.sheet}>
      <div className={cx(layout.sectionHead, styles.head)}>
        <h2 id={titleId(block)}>{title}</h2>
        <p>{intro}</p>
        <Button look="quiet" className={styles.print} onClick={printSheet}>
          <FileIcon />
          Print this checklist
        </Button>
      </div>
      <details className={styles.fold}>
        <summary>
          {`Show all ${groups.flatMap(({ points }) => points).length} points`}
          <ChevronDownIcon />
        </summary>
        <div className={styles.groups}>
          {groups.map(({ title, points }, at) => (
            <div key={at} className={styles.group}>
              <h3>{title}</h3>
              <ul>
                {points.map((point, place) => (
                  <li key={place}>{point}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </details>
      <SignOff title={page.title} />
    </section>
  );
  return isInColumn ? section : <div className={cx(layout.wide, layout.section)}>{section}</div>;
}

/** The lines for date and signature, which appear only in print. */
function SignOff({ title }: { title: string }) {
  const company = usePublicSettings()?.company;
  return (
    <div className={styles.signOff}>
      {lines.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
      {company && (
        <small>
          {title}, {company.name}, {formatPhone(company.officePhone)}, {company.email}
        </small>
      )}
    </div>
  );
}
