import thanks from '#assets/art/thanks.svg';
import { usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import layout from '#ui/layout.module.css';
import { SitePicture } from '#site-pictures/site-picture.tsx';
import type { ShownBlockOf, ShownPage } from '../../content/shown.ts';
import { Drawing, illustratedPageActions, illustratedPageArt, IllustratedPage } from '../frame/illustrated-page.tsx';
import { Links } from './hero-links.tsx';
import styles from './thanks.module.css';

type Thanks = ShownBlockOf<'thanks'>;

/** Thanks somebody who has sent a form, and says what happens next. */
export function ThanksView({ block, page }: { block: Thanks; page: Pick<ShownPage, 'blocks'> }) {
  const { title, lead, stepsTitle, steps, actions, picture, hasPhone, mobileNote, anchor } = block;
  const isTop = page.blocks[0]?.id === block.id;
  const StepsTitle = isTop ? 'h2' : 'h3';
  const art = picture ? (
    <SitePicture picture={picture} className={illustratedPageArt} sizes="(min-width: 56em) 46vw, 94vw" isFirst />
  ) : (
    <Drawing name="thanks" own={thanks} alt="A cleaner waves beside a finished checklist" />
  );
  return (
    <IllustratedPage art={art} className={styles.page} id={anchor || undefined}>
      {isTop ? <h1>{title}</h1> : <h2>{title}</h2>}
      {lead && <p className={layout.lead}>{lead}</p>}
      {stepsTitle && <StepsTitle className={styles.next}>{stepsTitle}</StepsTitle>}
      {steps.length > 0 && (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {actions.length > 0 && (
        <div className={illustratedPageActions}>
          <Links block={block} />
        </div>
      )}
      {hasPhone && <Urgent mobileNote={mobileNote} />}
    </IllustratedPage>
  );
}

function Urgent({ mobileNote }: Pick<Thanks, 'mobileNote'>) {
  const company = usePublicSettings()?.company;
  if (!company) return null;
  const { officePhone, mobile } = company;
  return (
    <p className={styles.urgent}>
      Is it urgent? Call <PhoneLink phone={officePhone} />
      {mobile !== officePhone && (
        <>
          , or <PhoneLink phone={mobile} />
          {mobileNote && ` ${mobileNote}`}
        </>
      )}
      .
    </p>
  );
}
