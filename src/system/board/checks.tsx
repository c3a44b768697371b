import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { cx } from '#ui/classes.ts';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { type Check, checkGroups, type CheckState } from '../contract.ts';
import styles from './board.module.css';

const looks: Record<CheckState, { tone: Tone; label: string }> = {
  ok: { tone: 'success', label: 'OK' },
  warning: { tone: 'warning', label: 'Warning' },
  failing: { tone: 'danger', label: 'Failing' },
  off: { tone: 'neutral', label: 'Not used' },
};

export const StateBadge = ({ state }: { state: CheckState }) => (
  <Badge tone={looks[state].tone}>{looks[state].label}</Badge>
);

/** The checks, in a panel for each group. A link to `#backup` scrolls to that check and marks it. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const { hash: address } = useLocation();
  const hash = useIsHydrated() ? address : ''; // the server does not know the URL's fragment
  const linked = useRef<HTMLLIElement>(null);
  // The browser looked for the fragment's target before the checks were rendered.
  useEffect(() => linked.current?.scrollIntoView({ block: 'center' }), [hash]);
  return (
    <div className={styles.groups}>
      {checkGroups.map((group) => (
        <section key={group} className={panel.panel} aria-labelledby={`group-${group}`}>
          <div className={panel.head}>
            <h2 id={`group-${group}`}>{group}</h2>
          </div>
          <ul className={styles.checks}>
            {checks
              .filter((check) => check.group === group)
              .map((check) => {
                const isLinked = hash === `#${check.key}`;
                return (
                  <li
                    key={check.key}
                    id={check.key}
                    ref={isLinked ? linked : null}
                    className={cx(styles.check, isLinked && styles.linked)}
                  >
                    <h3>
                      <a href={`#${check.key}`}>{check.name}</a>
                    </h3>
                    <StateBadge state={check.state} />
                    <p>{check.figure}</p>
                    {check.advice !== '' && <p className={styles.advice}>{check.advice}</p>}
                  </li>
                );
              })}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Links to the checks that fail or warn. */
export function Troubles({ checks }: { checks: readonly Check[] }) {
  const bad = (['failing', 'warning'] as const).flatMap((state) => checks.filter((check) => check.state === state));
  if (bad.length === 0) return null;
  return (
    <ul className={styles.troubles} aria-label="Needs attention">
      {bad.map(({ key, name, state }) => (
        <li key={key}>
          <a href={`#${key}`}>
            <Badge tone={looks[state].tone}>{name}</Badge>
          </a>
        </li>
      ))}
    </ul>
  );
}
