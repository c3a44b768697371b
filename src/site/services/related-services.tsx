import { Link } from 'react-router';
import { MoreLink } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { Scene } from '../scene.tsx';
import { servicesPath } from '../services.ts';
import type { RelatedService } from './service-content.ts';
import styles from './related-services.module.css';

export function RelatedServices({ related }: { related: readonly RelatedService[] }) {
  return (
    <section className={cx(layout.section, styles.related)} aria-labelledby="related-title">
      <div className={layout.wide}>
        <div className={cx(layout.sectionHead, styles.head)}>
          <h2 id="related-title">Often on the same contract</h2>
          <MoreLink to={servicesPath}>All eight services</MoreLink>
        </div>
        <ul>
          {related.map(({ path, name, why, art }) => (
            <li key={path} className={layout.linkCard}>
              <Scene {...art} />
              <h3>
                <Link to={path} prefetch="intent">
                  {name}
                </Link>
              </h3>
              <p>{why}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
