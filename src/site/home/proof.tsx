import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/hidden.tsx';
import layout from '#ui/layout.module.css';
import styles from './proof.module.css';

const steps = [
  {
    title: 'We walk your site',
    text: 'A supervisor measures every room and agrees the scope with you. It takes about an hour and costs nothing.',
  },
  {
    title: 'The same crew turns up',
    text: 'Police checked, Working with Children cleared where needed, and trained on your building before the first shift.',
  },
  {
    title: 'You get the checklist',
    text: 'Signed, timed and photographed. Anything missed is put right the same day, at our cost.',
  },
];

const rhythms = ['Visit', 'Week', 'Month', 'Quarter'] as const;

const scope: { task: string; every: (typeof rhythms)[number] }[] = [
  { task: 'Touch points disinfected, 10 min contact', every: 'Visit' },
  { task: 'Washrooms cleaned and restocked', every: 'Visit' },
  { task: 'Hard floors vacuumed and mopped', every: 'Visit' },
  { task: 'Internal glass, vents and skirtings', every: 'Week' },
  { task: 'Curtains and blinds inspected, changed', every: 'Month' },
  { task: 'Vinyl stripped, sealed and burnished', every: 'Quarter' },
];

export function Proof() {
  return (
    <section className={cx(styles.proof, layout.section)}>
      <div className={cx(layout.wide, styles.grid)}>
        <div>
          <h2>You always know what was cleaned, and when</h2>
          <ol>
            {steps.map(({ title, text }) => (
              <li key={title}>
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <Scope />
      </div>
    </section>
  );
}

function Scope() {
  return (
    <div className={styles.scope}>
      <table>
        <caption>
          A typical scope: medical centre, 600 m²
          <span>Yours is written after the walk. This one is for six visits a week.</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Task</th>
            {rhythms.map((rhythm) => (
              <th key={rhythm} scope="col">
                {rhythm}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scope.map(({ task, every }) => (
            <tr key={task}>
              <th scope="row">{task}</th>
              {rhythms.map((rhythm) => (
                <td key={rhythm} className={rhythm === every ? styles.yes : styles.no}>
                  <Hidden>{rhythm === every ? 'yes' : 'no'}</Hidden>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
