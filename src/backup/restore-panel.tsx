import { Button } from '#ui/button/button.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { CopyIcon } from '#ui/icons/back-office-icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import type { OverviewOnPage } from './contract.ts';
import styles from './backups.module.css';

/** The command that restores the newest backup. */
export function RestorePanel({ overview: { backups, folder, place, isEncrypted } }: { overview: OverviewOnPage }) {
  const newest = backups.find(({ state, version }) => state === 'done' && version !== 'newer');
  const fileName = newest?.fileName ?? 'FILE';
  const path = place === 'folder' && newest ? `${folder}/${fileName}` : fileName;
  const command = `npm run restore -- ${/[^\w./-]/.test(path) ? `'${path}'` : path}`;
  const copy = (): void => {
    navigator.clipboard.writeText(command).then(
      () => notify({ text: 'The command has been copied.' }),
      () => notifyProblem('Your browser does not allow copying. Select the command and copy it.'),
    );
  };
  return (
    <section className={panel.panel} aria-labelledby="restore">
      <div className={panel.head}>
        <h2 id="restore">To restore</h2>
      </div>
      <div className={styles.restore}>
        <p>
          Stop the shop, then run this in its folder
          {place === 'bucket' && ', with a downloaded backup'}
          {isEncrypted && ', with the same BACKUP_KEY'}. It checks the whole file first, and keeps the present shop so
          that you can go back to it. On another machine, name the file where you have copied it to.
        </p>
        <p className={styles.command}>
          <code>{command}</code>
          <Button look="quiet" size="small" onClick={copy}>
            <CopyIcon />
            Copy
          </Button>
        </p>
      </div>
    </section>
  );
}
