import { Link } from 'react-router';
import { MoreLink } from '#ui/button.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { services, servicesPath } from '../services.ts';
import type { ServiceContent } from './content.ts';
import styles from './related-services.module.css';
import { cutOf, type Scene, sceneOf } from './scenes.ts';

/** Services that are often bought together with this one. */
export function RelatedServices({ related }: Pick<ServiceContent, 'related'>) {
  return (
    <section className={cx(layout.section, styles.related)} aria-labelledby="related-title">
      <div className={layout.wide}>
        <div className={cx(layout.sectionHead, styles.head)}>
          <h2 id="related-title">Often on the same contract</h2>
          <MoreLink to={servicesPath}>All eight services</MoreLink>
        </div>
        <ul>
          {related.map(({ path, why }) => (
            <li key={path}>
              <Picture scene={sceneOf(path)} />
              <h3>
                <Link to={path} prefetch="intent">
                  {services.find((service) => service.path === path)?.name}
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

/** Says nothing that the name beside it does not. */
function Picture({ scene }: { scene: Scene }) {
  return (
    <img
      className={layout.scene}
      style={cutOf(scene)}
      src={scene.src}
      alt=""
      width={960}
      height={720}
      loading="lazy"
      decoding="async"
    />
  );
}
