import { formatPhone } from '#lib/text/phone.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { ChevronDownIcon, FileIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import styles from './checklist.module.css';
import type { ServiceContent } from './service-content.ts';

/** Prints only the checklist; the browser's print command prints the whole page. */
function printSheet(): void {
  const { dataset } = document.documentElement;
  dataset['print'] = 'sheet';
  window.addEventListener('afterprint', () => delete dataset['print'], { once: true });
  window.print();
}

const lines = ['Site', 'Date and time', 'Walked by', 'Signature'];

type ChecklistProps = Pick<ServiceContent, 'checklist'> & { service: string };

export function Checklist({ checklist: { title, intro, groups }, service }: ChecklistProps) {
  return (
    <section id="checklist" aria-labelledby="checklist-title" className={styles.sheet}>
      <div className={cx(layout.sectionHead, styles.head)}>
        <h2 id="checklist-title">{title}</h2>
        <p>{intro}</p>
        <Button look="quiet" className={styles.print} onClick={printSheet}>
          <FileIcon />
          Print this checklist
        </Button>
      </div>
      <details className={styles.fold}>
        <summary>
          {`Show all ${Object.values(groups).flat().length} points`}
          <ChevronDownIcon />
        </summary>
        <div className={styles.groups}>
          {Object.entries(groups).map(([area, checks]) => (
            <div key={area} className={styles.group}>
              <h3>{area}</h3>
              <ul>
                {checks.map((check) => (
                  <li key={check}>{check}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </details>
      <SignOff service={service} />
    </section>
  );
}

/** The lines for date and signature, which appear only in print. */
function SignOff({ service }: { service: string }) {
  const company = usePublicSettings()?.company;
  return (
    <div className={styles.signOff}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {company && (
        <small>
          {service}, {company.name}, {formatPhone(company.officePhone)}, {company.email}
        </small>
      )}
    </div>
  );
}
