import { useState } from 'react';
import { Problem } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import type { Choice } from '#ui/table/table-config.ts';
import { Checkbox } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { UndoIcon } from '#ui/icons/back-office-icons.tsx';
import { productSentences } from '#catalogue/products/contract.ts';
import { stockedItemsText } from '#catalogue/products/variation-rules.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { differencesOf } from '../product-differences.ts';
import type { GridColumn } from './grid-cells.ts';
import { codeStart, suggestCodes } from './suggest-codes.ts';
import { RefusalNote } from '../refusal-note.tsx';
import { TabSaveBar } from '../tab-save-bar.tsx';
import { StockDialog } from './stock-dialog.tsx';
import { storeVariations, updateWith } from './store-variations.ts';
import { readItems, readProduct } from '../read-product.ts';
import { deletedSentence, itemDifferences } from './merge-rows.ts';
import { useSaving } from '../use-saving.ts';
import { useVariations, type VariationRow, type Variations } from './use-variations.ts';
import { VariationGrid } from './variation-grid.tsx';
import { VariationList } from './variation-list.tsx';
import styles from './variations-tab.module.css';
import { type Item, type Product, updateOf } from '../product-types.ts';

interface VariationsTabProps {
  product: Product;
  items: readonly Item[];
  categories: readonly Choice[];
  suppliers: readonly Choice[];
  mayMoveStock: boolean;
  onDirty: (isDirty: boolean) => void;
  onSaved: (product: Product, items?: Item[]) => void;
  /** Called with what is saved so far, in case the rest cannot be saved. */
  onReached: (product: Product, items: Item[]) => void;
  /** Called when only the stock of items has changed. */
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
          {stockedItemsText(stocked.map(({ value, stockOnHand }) => ({ label: value, stockOnHand })))}
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
      <TabSaveBar productId={product.id} isDirty={state.isDirty} {...saving}>
        {changesText(state)}
        {saving.showsAll && faults[0] && <FaultCount count={faults.length} first={faults[0]} />}
      </TabSaveBar>
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

const columnNames: Record<GridColumn, string> = { code: 'product code', price: 'price' };

function FaultCount({ count, first: { at, column } }: { count: number; first: Variations['faults'][number] }) {
  const go = (): void => {
    const cell = document.getElementById(`cell-${at}-${column}`);
    cell?.scrollIntoView({ block: 'center' });
    cell?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })); // selects the cell, as a click does
  };
  return (
    <button type="button" className={styles.toFix} onClick={go}>
      {count} to fix: row {at + 1}, {columnNames[column]}
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
          <Button
            look="quiet"
            size="small"
            onClick={() => write(suggestCodes(rows, codeStart(product.productName, rows)))}
          >
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

function useSavingVariations({ product, items, onSaved, onReached, ...names }: VariationsTabProps, state: Variations) {
  const [showsAll, setShowsAll] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const { theirs, setRefusal, forget, run, ...saving } = useSaving({
    read: async () => ({ product: await readProduct(product.id), items: await readItems(product.id) }),
    show: (stored) => onSaved(stored.product, stored.items),
    fallback: productSentences.variations,
  });
  const save = async (isOverwriting: boolean): Promise<void> => {
    forget();
    setRefused({});
    setShowsAll(true);
    const hasEmpty = state.variations.some(({ options }) => options.length === 0);
    if (hasEmpty || state.faults.length > 0) return;
    await run(
      async () => {
        const base = (isOverwriting && theirs) || { product, items };
        const now = await storeVariations(base, state, (saved, unsaved) => {
          state.keepUnsaved(unsaved);
          onReached(saved.product, saved.items);
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

/** The code in the server's message `Code 'FM-1' belongs to 'Flat Mop'.` */
const codeIn = (message: string): string => (/^Code '(.+?)' belongs/.exec(message)?.[1] ?? '').toLowerCase();
