import { Link } from '#ui/link.tsx';
import { usePublicSettings } from '#company/use-settings.ts';
import { cx } from '#ui/classes.ts';
import styles from './logo.module.css';

/** The company's icon, if it has one. */
export function Mark({ size }: { size: number }) {
  const icon = usePublicSettings()?.brand.icon;
  return icon && <img src={icon} alt="" width={size} height={size} />;
}

/** The company's logo, or its icon and name, as a link to the home page. */
export function Logo({ isOnInk }: { isOnInk?: boolean }) {
  const settings = usePublicSettings();
  const name = settings?.company.name ?? '';
  const { logo, logoOnDark } = settings?.brand ?? {};
  return (
    <Link className={cx(styles.logo, isOnInk && styles.onInk)} to="/" aria-label={`${name}, home`}>
      {logo ? (
        <>
          <img className={cx(styles.picture, logoOnDark && styles.onLight)} src={logo} alt="" />
          {logoOnDark && <img className={cx(styles.picture, styles.onDark)} src={logoOnDark} alt="" />}
        </>
      ) : (
        <>
          <Mark size={36} />
          <span>{name}</span>
        </>
      )}
    </Link>
  );
}
