import { formatSize, shortFileName } from '#lib/uploads.ts';
import { cx } from '../classes.ts';
import { Hidden } from '../visually-hidden.tsx';
import { CloseIcon, TrashIcon } from '../icons/icons.tsx';
import { UploadThumbnail } from './upload-thumbnail.tsx';
import tileStyles from './upload-tile.module.css';
import styles from './uploader.module.css';
import type { Upload } from './uploads.ts';

interface UploadRowProps {
  upload: Upload;
  areSent: boolean;
  remove: () => void;
  retry: () => void;
}

const isSending = ({ progress }: Upload): boolean => progress !== undefined && progress < 1;

/** A file in an uploader, shown as a row. */
export function UploadRow(props: UploadRowProps) {
  const { upload } = props;
  const { origFileName, size, fault, progress = 0 } = upload;
  return (
    <li className={cx(styles.file, fault && styles.bad)}>
      <UploadThumbnail upload={upload} />
      <span className={styles.name} title={origFileName}>
        {shortFileName(origFileName)}
      </span>
      <span className={styles.size}>
        {isSending(upload) && `${formatSize(size * progress)} of `}
        {formatSize(size)}
      </span>
      <Under {...props} />
      <RemoveButton {...props} />
    </li>
  );
}

/** An image in an uploader, shown as a tile. */
export function UploadTile(props: UploadRowProps) {
  const { upload } = props;
  const { origFileName, size, fault } = upload;
  return (
    <li className={cx(tileStyles.tile, fault && tileStyles.bad)}>
      <UploadThumbnail upload={upload} className={tileStyles.picture} />
      <span className={tileStyles.caption} title={`${origFileName}, ${formatSize(size)}`}>
        {shortFileName(origFileName)}
      </span>
      <span className={tileStyles.below}>
        <Under {...props} />
      </span>
      <RemoveButton {...props} className={tileStyles.remove} />
    </li>
  );
}

/** The progress of an upload, or why it failed. */
function Under({ upload, areSent, retry }: UploadRowProps) {
  const { origFileName, fault, progress, path, canRetry } = upload;
  if (fault)
    return (
      <span className={styles.under}>
        <span className={styles.fault}>{fault}</span>
        {canRetry && (
          <button type="button" className={styles.retry} onClick={retry}>
            Send again<Hidden>: {origFileName}</Hidden>
          </button>
        )}
      </span>
    );
  if (isSending(upload))
    return (
      <progress className={cx(styles.under, styles.meter)} value={progress} aria-label={`Sending ${origFileName}`} />
    );
  if (!areSent) return null;
  return (
    <span className={styles.under}>{path === undefined ? 'Will be sent once you are online again' : 'Added'}</span>
  );
}

function RemoveButton({ upload, remove, className }: UploadRowProps & { className?: string }) {
  return (
    <button type="button" className={cx(styles.remove, className)} data-remove="" onClick={remove}>
      {isSending(upload) ? <CloseIcon /> : <TrashIcon />}
      <Hidden>
        {isSending(upload) ? 'Stop sending' : 'Remove'} {upload.origFileName}
      </Hidden>
    </button>
  );
}
