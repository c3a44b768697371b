import { Outlet } from 'react-router';
import { Link } from '#ui/link.tsx';
import { usePageAddress } from '#lib/api/root-data.ts';
import { useDrawing } from '#company/use-drawing.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { cx } from '#ui/classes.ts';
import { SchemeIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import hero from '#assets/art/hero.svg';
import { switchScheme } from '../colour-scheme.tsx';
import { Logo } from '../logo.tsx';
import { SystemMessages } from '../system-messages.tsx';
import styles from './sign-in-frame.module.css';

export default function SignInFrame() {
  const scene = useDrawing('hero', hero);
  const phone = usePublicSettings()?.company.officePhone;
  const terms = usePageAddress('/terms-and-conditions/');
  return (
    <>
      <SystemMessages />
      <div className={styles.frame}>
        <figure className={styles.art}>
          <img className={layout.scene} src={scene} alt="" width="1200" height="960" />
        </figure>
        <div className={styles.side}>
          <header className={styles.top}>
            <Logo />
            <button type="button" className={styles.scheme} aria-label="Switch colour scheme" onClick={switchScheme}>
              <SchemeIcon />
            </button>
          </header>
          <main id="main" className={styles.box}>
            <Outlet />
          </main>
          <footer className={cx(styles.foot, layout.num)}>
            {phone && (
              <p>
                Need help? <PhoneLink phone={phone} />
              </p>
            )}
            {terms && <Link to={terms}>Terms and conditions</Link>}
          </footer>
        </div>
      </div>
    </>
  );
}
