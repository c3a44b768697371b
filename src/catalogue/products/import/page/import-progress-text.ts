import { countText } from '#lib/text/count-text.ts';
import type { ProductImport } from '#catalogue/products/import-export-contract.ts';

/** `20,000` */
export const figure = (number: number): string => number.toLocaleString('en-AU');

export const isRunning = ({ state }: ProductImport): boolean => state === 'checking' || state === 'importing';

/** `1,200 of 3,294 rows`; empty until the file has been read. */
export const rowsText = ({ rowsDone, rowsTotal }: ProductImport): string =>
  rowsTotal === 0 ? '' : `${figure(rowsDone)} of ${countText(rowsTotal, 'row')}`;

/** How much of an import is done, from 0 to 1. */
export const partDone = ({ rowsDone, rowsTotal }: ProductImport): number =>
  rowsTotal === 0 ? 0 : Math.min(rowsDone / rowsTotal, 1);

const runningText = (one: ProductImport): string => {
  const { state, fileName, startedBy, isOwn, isWriting } = one;
  if (one.isInterrupted)
    return `The server stopped while working on ${fileName}. The import will restart within minutes. Nothing has been partly saved.`;
  if (!isOwn) return `${startedBy} is ${state === 'checking' ? 'checking' : 'importing'} ${fileName}.`;
  if (state === 'checking') return `Checking ${fileName}.`;
  return isWriting ? `Importing ${fileName}.` : `Comparing ${fileName} with the shop.`;
};

/** A sentence with the state or the result of an import. */
export function importText(one: ProductImport): string {
  const { state, fileName, added, changed, faultCount, refusal } = one;
  if (isRunning(one)) return runningText(one);
  if (refusal) return `${fileName}: ${refusal}`;
  if (faultCount > 0)
    return state === 'checked'
      ? `${fileName} has ${countText(faultCount, 'fault')}. Nothing has been changed.`
      : `${fileName} was not imported: ${countText(faultCount, 'fault')}. Nothing has been changed.`;
  if (state === 'checked')
    return `${fileName} has been checked: ${countText(added, 'product')} to add, ${figure(changed)} to change.`;
  return `${fileName} has been imported: ${countText(added, 'product')} added, ${figure(changed)} changed.`;
}
