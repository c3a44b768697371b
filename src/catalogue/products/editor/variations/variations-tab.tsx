import { useState } from 'react';
import { Problem } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import type { Choice } from '#ui/table/table-config.ts';
import { Checkbox } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { UndoIcon } from '#ui/icons/back-office-icons.tsx';
import { productSentences } from '#catalogue/products/contract.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { differencesOf } from '../differences.ts';
import { type GridColumn, suggestCodes } from './grid.ts';
import { RefusalNote } from '../refusal-note.tsx';
import { TabFoot } from '../tab-foot.tsx';
import { StockDialog } from './stock-dialog.tsx';
import { readItems, readProduct, storeVariations, updateWith } from './store-variations.ts';
import { deletedSentence, itemDifferences } from './typed-rows.ts';
import { useSaving } from '../saving.ts';
import { useVariations, type VariationRow, type Variations } from './use-variations.ts';
import { VariationGrid } from './variation-grid.tsx';
import { VariationList } from './variation-list.tsx';
import styles from './variations-tab.module.css';
import { type Item, type Product, updateOf } from '../wire.ts';

interface VariationsTabProps {
  product: Product;
  items: readonly Item[];
  categories: readonly Choice[];
  suppliers: readonly Choice[];
  mayMoveStock: boolean;
  onDirty: (isDirty: boolean) => void;
  onSaved: (product: Product, items?: Item[]) => void;
  /** Called with what is stored so far while the rest could not be saved. */
  onReached: (product: Product, items: Item[]) => void;
  /** Only stock has changed. */
  onItems: (items: Item[]) => void;
}

export function VariationsTab(props: VariationsTabProps) {
  const { product, items, mayMoveStock } = props;
  const state = useVariations(product, items, props.onDirty);
  const saving = useSavingVariations(props, state);
  const [moving, setMoving] = useState<VariationRow>();
  const { rows, variations, removed, faults } = state;
  const stocked = removed.filter(({ stockOnHand }) => stockOnHand > 0);
  return (
    <>
      <RefusalNote {...saving} />
      {stocked.length > 0 && (
        <Note tone="warning" isLive>
          {stocked.map(({ value, stockOnHand }) => `${value || 'The product'} has ${stockOnHand} in stock`).join(', ')}.
          Remove the stock before you take it away.
        </Note>
      )}
      <VariationList state={state} showsAll={saving.showsAll} />
      {variations.length > 0 && rows.length > 0 && (
        <section className={styles.panel} aria-label="Variation items">
          <ItemsHead product={product} state={state} />
          <VariationGrid
            state={state}
            showsAll={saving.showsAll}
            refused={saving.refused}
            moveStock={mayMoveStock ? setMoving : undefined}
          />
        </section>
      )}
      <TabFoot productId={product.id} isDirty={state.isDirty} {...saving}>
        {changesText(state)}
        {saving.showsAll && faults[0] && <FaultCount count={faults.length} first={faults[0]} />}
      </TabFoot>
      {moving?.item && (
        <StockDialog
          product={product}
          item={{ ...moving.item, label: moving.labels.join(' / ') }}
          close={() => setMoving(undefined)}
          done={(moved) => props.onItems(items.map((item) => (item.id === moved.id ? moved : item)))}
        />
      )}
    </>
  );
}

const columnWords: Record<GridColumn, string> = { code: 'product code', price: 'price' };

function FaultCount({ count, first: { at, column } }: { count: number; first: Variations['faults'][number] }) {
  const go = (): void => {
    const cell = document.getElementById(`cell-${at}-${column}`);
    cell?.scrollIntoView({ block: 'center' });
    cell?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })); // a mouse press selects the cell in the grid
  };
  return (
    <button type="button" className={styles.toFix} onClick={go}>
      {count} to fix: row {at + 1}, {columnWords[column]}
    </button>
  );
}

function changesText({ hasNewShape, changedRows }: Variations): string {
  const rows = changedRows.length === 1 ? '1 row changed.' : `${changedRows.length} rows changed.`;
  return [hasNewShape && 'Variations changed.', changedRows.length > 0 && rows].filter(Boolean).join(' ');
}

function ItemsHead({ product, state }: { product: Product; state: Variations }) {
  const { rows, variations, write, canUndo, undo, hasSamePrices, setSamePrices } = state;
  const counts = variations.map(({ options }) => options.length).join(' × ');
  const base = baseOf(product, rows);
  return (
    <header>
      <h2>
        Variation items <span>{variations.length > 1 ? `${counts} = ${rows.length}` : rows.length}</span>
      </h2>
      <div>
        {rows.length > 1 && (
          <Checkbox checked={hasSamePrices} onChange={(event) => setSamePrices(event.target.checked)}>
            Same prices
          </Checkbox>
        )}
        {rows.some(({ code }) => code === '') && (
          <Button look="quiet" size="small" onClick={() => write(suggestCodes(rows, base))}>
            Suggest codes
          </Button>
        )}
        <Button look="quiet" size="small" disabled={!canUndo} onClick={undo}>
          <UndoIcon />
          Undo
        </Button>
      </div>
    </header>
  );
}

/** The common start of the existing codes, else the product's initials. */
function baseOf({ productName }: Product, rows: readonly VariationRow[]): string {
  const [first = '', ...others] = rows.map(({ code }) => code).filter((code) => code !== '');
  const common = others.reduce((start, code) => {
    let length = 0;
    while (length < start.length && start[length]?.toLowerCase() === code[length]?.toLowerCase()) length++;
    return start.slice(0, length);
  }, first);
  const base = common.replace(/[-_ ]+$/, '');
  if (base.length >= 2) return base;
  const initials = productName.match(/\p{L}|\p{N}+/gu) ?? [];
  const words = productName.split(/\s+/).map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '');
  return (words.join('') || initials.join('')).slice(0, 6).toUpperCase();
}

function useSavingVariations({ product, items, onSaved, onReached, ...names }: VariationsTabProps, state: Variations) {
  const [showsAll, setShowsAll] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const { theirs, setRefusal, forget, run, ...saving } = useSaving({
    read: async () => ({ product: await readProduct(product.id), items: await readItems(product.id) }),
    show: (stored) => onSaved(stored.product, stored.items),
    fallback: productSentences.variations,
  });
  const save = async (isLast: boolean): Promise<void> => {
    forget();
    setRefused({});
    setShowsAll(true);
    const hasEmpty = state.variations.some(({ options }) => options.length === 0);
    if (hasEmpty || state.faults.length > 0) return;
    await run(
      async () => {
        const base = (isLast && theirs) || { product, items };
        const now = await storeVariations(base, state, (half, unsaved) => {
          state.carry(unsaved);
          onReached(half.product, half.items);
        });
        onSaved(now.product, now.items);
        setShowsAll(false);
        setRefusal(deletedSentence(now.deletedRows));
        if (now.isStored) notify({ text: productSentences.saved });
      },
      (error) => {
        const faults = error instanceof Problem ? error.faults : [];
        setRefused(Object.fromEntries(faults.map(({ message }) => [codeIn(message), message])));
      },
    );
  };
  const conflict: Difference[] | undefined = theirs && [
    ...differencesOf({ theirs: updateOf(theirs.product), mine: updateWith(theirs, state) }, names),
    ...itemDifferences(theirs.items, state.rows),
  ];
  return {
    ...saving,
    showsAll,
    conflict,
    save,
    refused: (row: VariationRow, column: GridColumn) =>
      column === 'code' ? refused[row.code.toLowerCase()] : undefined,
    discard: () => {
      setShowsAll(false);
      setRefused({});
      forget();
      state.reset();
    },
  };
}

/** The code that the server's message names: `Code 'FM-1' belongs to 'Flat Mop'.` */
const codeIn = (message: string): string => (/^Code '(.+?)' belongs/.exec(message)?.[1] ?? '').toLowerCase();
