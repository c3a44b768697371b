import { useId, useState } from 'react';
import { formatPhone } from '#lib/text/phone.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { ChevronDownIcon, FileIcon } from '#ui/icons/icons.tsx';
import fields from '#ui/form/field.module.css';
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

/** Up to this many points need no filter. */
const fewPoints = 12;

const lines = ['Site', 'Date and time', 'Walked by', 'Signature'];

interface ChecklistProps extends Standing {
  block: ShownBlockOf<'checklist'>;
  /** The title of the page. */
  page: { title: string };
}

/** Points to check on a walk through a building, to print and tick. */
export function ChecklistView({ block, page, isInColumn }: ChecklistProps) {
  const { title, intro, groups, anchor } = block;
  const all = groups.flatMap(({ points }) => points);
  const [isMatch, setMatch] = useState<Match>();
  /** Points that do not match stay in the page, so that the whole sheet is printed. */
  const isShown = (group: string, point: string): boolean => isMatch?.(group, point) ?? true;
  const count = groups.reduce(
    (sum, group) => sum + group.points.filter((point) => isShown(group.title, point)).length,
    0,
  );
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
          {`Show all ${all.length} points`}
          <ChevronDownIcon />
        </summary>
        {all.length > fewPoints && <Filter setMatch={setMatch} found={isMatch && count} />}
        <div className={styles.groups}>
          {groups.map(({ title, points }, i) => (
            <div key={i} className={styles.group} hidden={!points.some((point) => isShown(title, point))}>
              <h3>{title}</h3>
              <ul>
                {points.map((point, i) => (
                  <li key={i} hidden={!isShown(title, point)}>
                    {point}
                  </li>
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

/** Whether a point of a group matches what is typed. */
type Match = (group: string, point: string) => boolean;

/** The code of the search is loaded once somebody types. */
async function matchOf(text: string): Promise<Match | undefined> {
  const { isBlank, matches, parseSearch } = await import('#lib/text/search-words.ts');
  const search = parseSearch(text);
  return isBlank(search) ? undefined : (group, point) => matches(search, group, point);
}

interface FilterProps {
  setMatch: (set: () => Match | undefined) => void;
  /** The number of points that match; undefined while nothing is typed. */
  found: number | undefined;
}

function Filter({ setMatch, found }: FilterProps) {
  const id = useId();
  const filter = (text: string) =>
    matchOf(text).then(
      (match) => setMatch(() => match),
      () => {}, // without a connection all points stay
    );
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>Find a point</label>
      <input
        id={id}
        className={fields.input}
        type="search"
        onInput={(event) => void filter(event.currentTarget.value)}
        autoComplete="off"
        maxLength={100}
      />
      <p role="status">{found !== undefined && (found === 1 ? '1 point matches.' : `${found} points match.`)}</p>
    </div>
  );
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
