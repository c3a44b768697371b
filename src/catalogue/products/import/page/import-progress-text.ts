import type { ProductImport } from '#catalogue/products/import-export-contract.ts';

/** `20,000` */
export const figure = (number: number): string => number.toLocaleString('en-AU');

const count = (number: number, one: string): string => `${figure(number)} ${one}${number === 1 ? '' : 's'}`;

export const isRunning = ({ state }: ProductImport): boolean => state === 'checking' || state === 'importing';

/** `1,200 of 3,294 rows`; empty until the file has been read. */
export const rowsInWords = ({ rowsDone, rowsTotal }: ProductImport): string =>
  rowsTotal === 0 ? '' : `${figure(rowsDone)} of ${count(rowsTotal, 'row')}`;

/** From 0 to 1. */
export const partDone = ({ rowsDone, rowsTotal }: ProductImport): number =>
  rowsTotal === 0 ? 0 : Math.min(rowsDone / rowsTotal, 1);

const running = (one: ProductImport): string => {
  const { state, fileName, startedBy, isOwn, isWriting } = one;
  if (one.isInterrupted)
    return `The server stopped while working on ${fileName}. It will start again within minutes; nothing is partly saved.`;
  if (!isOwn) return `${startedBy} is ${state === 'checking' ? 'checking' : 'importing'} ${fileName}.`;
  if (state === 'checking') return `Checking ${fileName}.`;
  return isWriting ? `Importing ${fileName}.` : `Comparing ${fileName} with the shop.`;
};

/** The state or result of an import in a sentence. */
export function importInWords(one: ProductImport): string {
  const { state, fileName, added, changed, faultCount, refusal } = one;
  if (isRunning(one)) return running(one);
  if (refusal) return `${fileName}: ${refusal}`;
  if (faultCount > 0)
    return state === 'checked'
      ? `${fileName} has ${count(faultCount, 'fault')}. Nothing has been changed.`
      : `${fileName} was not imported: ${count(faultCount, 'fault')}. Nothing has been changed.`;
  if (state === 'checked')
    return `${fileName} is checked: ${count(added, 'product')} to add, ${figure(changed)} to change.`;
  return `${fileName} is imported: ${count(added, 'product')} added, ${figure(changed)} changed.`;
}
