import { formatPhone, telephoneLink } from '#lib/company.ts';
import { usePublicSettings } from '#settings/use-settings.ts';
import { AnchorButton } from '#ui/button.tsx';
import { cx } from '#ui/classes.ts';
import { MailIcon, PhoneIcon } from '#ui/icons.tsx';
import layout from '#ui/layout.module.css';
import map from '../../assets/art/areas-map.svg';
import styles from './areas.module.css';

const areas = [
  { name: 'Sydney', places: 'CBD, Inner West, Eastern Suburbs, Parramatta to Penrith' },
  { name: 'Newcastle', places: 'Newcastle, Lake Macquarie, Maitland' },
  { name: 'Wollongong', places: 'Thirroul to Shellharbour' },
  { name: 'Supplies', places: 'Delivered Australia wide' },
];

/** Names on the map, in percent of its width and height. */
const marks = [
  { name: 'Newcastle', left: '79%', top: '20%' },
  { name: 'Sydney', left: '68%', top: '38%' },
  { name: 'Wollongong', left: '56%', top: '75%' },
];

export function Areas() {
  const company = usePublicSettings()?.company;
  return (
    <>
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
      {company && (
        <section className={styles.ask}>
          <div className={cx(layout.wide, styles.row)}>
            <div>
              <h2>Walk your site with us</h2>
              <p>
                Tell us the building and the hours. A supervisor calls back within one working day with a time to meet.
              </p>
            </div>
            <div className={styles.cta}>
              <AnchorButton look="accent" size="large" href={telephoneLink(company.officePhone)}>
                <PhoneIcon />
                {formatPhone(company.officePhone)}
              </AnchorButton>
              <AnchorButton look="onInk" size="large" href={`mailto:${company.email}`}>
                <MailIcon />
                {company.email}
              </AnchorButton>
            </div>
          </div>
        </section>
      )}
    </>
  );
}
