import { PhoneButton } from '#company/phone-button.tsx';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { SitePicture } from '#site-pictures/site-picture.tsx';
import type { ShownBlockOf, ShownPage } from '../../content/shown.ts';
import { Links } from './hero-links.tsx';
import page from './page-hero.module.css';
import plain from './plain-hero.module.css';
import { WideHero } from './wide-hero.tsx';

export type Hero = ShownBlockOf<'hero'>;

interface HeroProps {
  block: Hero;
  page: Pick<ShownPage, 'path' | 'title' | 'crumbs' | 'aside' | 'blocks'>;
}

export const home = { label: 'Home', to: '/' };

/** The top of a page: breadcrumbs, title, a lead, links, and a picture. */
export function HeroView({ block, page }: HeroProps) {
  const isTop = page.blocks[0]?.id === block.id; // a page has one heading of the first level
  if (block.look === 'wide') return <WideHero block={block} isTop={isTop} />;
  const View = block.look === 'page' && block.picture ? PageHero : PlainHero;
  return (
    <div className={layout.wide}>
      {isTop && page.path !== home.to && <Breadcrumbs crumbs={[home, ...page.crumbs]} current={page.title} />}
      <View {...{ block, page, isTop }} />
    </div>
  );
}

const Title = ({ block: { title, emphasis }, isTop }: { block: Hero; isTop: boolean }) => {
  const words = emphasis ? `${title} ${emphasis}` : title;
  return isTop ? <h1>{words}</h1> : <h2>{words}</h2>;
};

function PageHero({ block, page: { aside }, isTop }: HeroProps & { isTop: boolean }) {
  const { lead, picture, hidesPictureOnPhones, actions, hasPhone } = block;
  // On phones the bar at the bottom of the window has the links.
  const action = aside ? page.besideBar : undefined;
  return (
    <section className={page.hero}>
      <div className={page.copy}>
        <Title block={block} isTop={isTop} />
        <p className={page.lead}>{lead}</p>
        {(actions.length > 0 || hasPhone) && (
          <div className={page.actions}>
            <Links block={block} className={action} />
            {hasPhone && <PhoneButton look="quiet" size="large" className={cx(layout.num, action)} />}
          </div>
        )}
      </div>
      {picture && (
        <SitePicture
          picture={picture}
          className={cx(page.art, layout.scene, hidesPictureOnPhones && page.compact)}
          sizes="(min-width: 56em) 46vw, 94vw"
          isFirst
        />
      )}
    </section>
  );
}

function PlainHero({ block, isTop }: HeroProps & { isTop: boolean }) {
  const { lead, actions, hasPhone } = block;
  return (
    <header className={plain.head}>
      <Title block={block} isTop={isTop} />
      <div>
        {lead && <p className={layout.lead}>{lead}</p>}
        {(actions.length > 0 || hasPhone) && (
          <div className={plain.actions}>
            <Links block={block} />
            {hasPhone && <PhoneButton look="quiet" size="large" className={layout.num} />}
          </div>
        )}
      </div>
    </header>
  );
}
