import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { type Schedule, yes } from '../services/service-content.ts';
import { FrequencyTable } from '../services/frequency-table.tsx';
import styles from './how-we-work.module.css';

const steps = {
  'We walk your site':
    'A supervisor measures every room and agrees the scope with you. It takes about an hour and costs nothing.',
  'The same crew turns up':
    'Police checked, Working with Children cleared where needed, and trained on your building before the first shift.',
  'You get the checklist': 'Signed, timed and photographed. Anything missed is put right the same day, at our cost.',
};

const rhythms = ['Visit', 'Week', 'Month', 'Quarter'];

const scope: Schedule['rows'] = [
  ['Touch points disinfected, 10 min contact', yes, '', '', ''],
  ['Washrooms cleaned and restocked', yes, '', '', ''],
  ['Hard floors vacuumed and mopped', yes, '', '', ''],
  ['Internal glass, vents and skirtings', '', yes, '', ''],
  ['Curtains and blinds inspected, changed', '', '', yes, ''],
  ['Vinyl stripped, sealed and burnished', '', '', '', yes],
];

const caption = (
  <>
    A typical scope: medical centre, 600 m²
    <span>Yours is written after the walk. This one is for six visits a week.</span>
  </>
);

export function HowWeWork() {
  return (
    <section className={cx(styles.proof, layout.section)}>
      <div className={cx(layout.wide, styles.grid)}>
        <div>
          <h2>You always know what was cleaned, and when</h2>
          <ol>
            {Object.entries(steps).map(([title, text]) => (
              <li key={title}>
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <FrequencyTable className={styles.scope} caption={caption} columns={rhythms} rows={scope} />
      </div>
    </section>
  );
}
