import { Banner } from '#ui/banner.tsx';
import { ProgressBanner } from '#ui/banner-kinds.tsx';
import { Button } from '#ui/button.tsx';
import type { ProductImport } from '../file-contract.ts';
import { importInWords, isRunning, partDone, rowsInWords } from './import-words.ts';

interface ImportBannerProps {
  current: ProductImport;
  show: () => void;
  putAway: () => void;
}

/** What an import is at, or has come to, above every page until its starter puts it away. */
export function ImportBanner({ current, show, putAway }: ImportBannerProps) {
  const words = importInWords(current);
  if (isRunning(current))
    return (
      <ProgressBanner done={partDone(current)} label={`Rows of ${current.fileName}`}>
        {words}
        {/* A reader who listens hears the sentence once, and asks the bar for the rest. */}
        <span aria-hidden="true"> {rowsInWords(current)}</span>
      </ProgressBanner>
    );
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
      {words}
    </Banner>
  );
}
