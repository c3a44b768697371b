import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import map from '#assets/art/areas-map.svg';
import styles from './where-we-work.module.css';

const areas = [
  { name: 'Sydney', places: 'CBD, Inner West, Eastern Suburbs, Parramatta to Penrith' },
  { name: 'Newcastle', places: 'Newcastle, Lake Macquarie, Maitland' },
  { name: 'Wollongong', places: 'Thirroul to Shellharbour' },
  { name: 'Supplies', places: 'Delivered Australia-wide' },
];

/** Place names on the map, positioned in percent of its width and height. */
const marks = [
  { name: 'Newcastle', left: '79%', top: '20%' },
  { name: 'Sydney', left: '68%', top: '38%' },
  { name: 'Wollongong', left: '56%', top: '75%' },
];

export function WhereWeWork() {
  return (
    <section className={styles.areas}>
      <div className={cx(layout.wide, styles.grid)}>
        <figure className={styles.map}>
          <img
            className={layout.scene}
            src={map}
            alt="The coast from Newcastle to Wollongong"
            width={560}
            height={300}
            loading="lazy"
          />
          {marks.map(({ name, left, top }) => (
            <span key={name} style={{ left, top }} aria-hidden="true">
              {name}
            </span>
          ))}
        </figure>
        <div className={styles.list}>
          <h2>Where we work</h2>
          <dl>
            {areas.map(({ name, places }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{places}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
