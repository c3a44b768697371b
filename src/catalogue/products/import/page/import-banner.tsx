import { useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { ProgressBanner } from '#ui/feedback/refresh-and-progress-banners.tsx';
import { Button } from '#ui/button/button.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import type { ProductImport } from '#catalogue/products/file-contract.ts';
import { importInWords, isRunning, partDone, rowsInWords } from './import-words.ts';

interface ImportBannerProps {
  current: ProductImport;
  show: () => void;
  cancel: () => void;
  putAway: () => void;
}

/** The progress or result of an import, above every page until its user dismisses it. */
export function ImportBanner({ current, show, cancel, putAway }: ImportBannerProps) {
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
      <Button look="plain" size="small" onClick={putAway}>
        {isReady ? 'Discard' : 'Dismiss'}
      </Button>
    </>
  );
  return (
    <Banner isCalm={!isBad} aside={buttons}>
      {importInWords(current)}
    </Banner>
  );
}

/** The import may finish while the question is open; the server then answers 409. */
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
        {importInWords(current)}
        {/* A reader who listens hears the sentence once, and asks the bar for the rest. */}
        <span aria-hidden="true"> {rowsInWords(current)}</span>
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
        <p>None of the file is imported, and it has to be sent again.</p>
      </Confirm>
    </>
  );
}
