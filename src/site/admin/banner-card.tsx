import { Link } from '#ui/link.tsx';
import { useViewer } from '#lib/api/root-data.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import panel from '#ui/layout/back-office-panel.module.css';
import styles from './records.module.css';

/** The banner, and the program's own entries in the main bar; both are settings. */
export function BannerCard() {
  const message = usePublicSettings()?.systemMessage;
  const mayChange = useViewer()?.claims.includes('ManageUserPermissions') === true;
  return (
    <section className={panel.card} aria-labelledby="banner">
      <h2 id="banner">Banner and entries of the shop</h2>
      <p className={styles.about}>
        {message ? `The banner above every page says: “${message}”` : 'There is no banner above your pages.'} It and the
        entries of the shop, of accounts and of the FAQs in the main bar are in the settings
        {mayChange ? '.' : ', which somebody who may manage permissions can change.'}
      </p>
      {mayChange && <Link to="/admin/settings/">Change them in Settings</Link>}
    </section>
  );
}
