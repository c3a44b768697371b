import { useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { ProgressBanner } from '#ui/feedback/refresh-and-progress-banners.tsx';
import { Button } from '#ui/button/button.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import type { ProductImport } from '#catalogue/products/import-export-contract.ts';
import { importText, isRunning, partDone, rowsText } from './import-progress-text.ts';

interface ImportBannerProps {
  current: ProductImport;
  show: () => void;
  cancel: () => void;
  dismiss: () => void;
}

/** Shows the progress or the result of an import above every page, until its user dismisses it. */
export function ImportBanner({ current, show, cancel, dismiss }: ImportBannerProps) {
  if (isRunning(current)) return <Running current={current} cancel={cancel} />;
  const isBad = current.state === 'failed' || current.faultCount > 0;
  const hasReport = current.refusal === null;
  const isReady = current.state === 'checked' && !isBad;
  const buttons = (
    <>
      {hasReport && (
        <Button look="plain" size="small" onClick={show}>
          {isReady ? 'Review and import' : 'Show report'}
        </Button>
      )}
      <Button look="plain" size="small" onClick={dismiss}>
        {isReady ? 'Discard' : 'Dismiss'}
      </Button>
    </>
  );
  return (
    <Banner isCalm={!isBad} aside={buttons}>
      {importText(current)}
    </Banner>
  );
}

/** If the import finishes while the question is open, the server answers 409. */
function Running({ current, cancel }: Pick<ImportBannerProps, 'current' | 'cancel'>) {
  const { fileName } = current;
  const [isAsking, setAsking] = useState(false);
  const confirm = (): void => {
    setAsking(false);
    cancel();
  };
  const button = (
    <Button look="plain" size="small" onClick={() => setAsking(true)}>
      Cancel import
    </Button>
  );
  return (
    <>
      <ProgressBanner done={partDone(current)} label={`Rows of ${fileName}`} action={button}>
        {importText(current)}
        {/* Screen readers announce the sentence once; the progress bar has the value. */}
        <span aria-hidden="true"> {rowsText(current)}</span>
      </ProgressBanner>
      <Confirm
        isOpen={isAsking}
        title={`Cancel the import of ${fileName}?`}
        confirm="Cancel import"
        cancel="Continue import"
        isDangerous
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        <p>Nothing from this file will be imported. To import it later, upload it again.</p>
      </Confirm>
    </>
  );
}
