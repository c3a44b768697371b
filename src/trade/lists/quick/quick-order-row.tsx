import { type ClipboardEvent, type FocusEvent, useId } from 'react';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { ItemPicture } from '../item-picture.tsx';
import { ItemSearch } from '../item-search.tsx';
import { orderText } from '../order-quantity.ts';
import styles from './quick-order.module.css';
import { isBlank, type QuickRow, unitsOf } from './quick-rows.ts';

interface QuickOrderRowProps {
  siteId: string;
  row: QuickRow;
  /** From 1. */
  number: number;
  shortage: string | undefined;
  /** Of a unit, in dollars; undefined until it is known. */
  price: number | undefined;
  change: (changed: Partial<QuickRow>) => void;
  remove: () => void;
  /** Called when the code is left without an item. */
  leave: () => void;
  paste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** A row of a quick order: code, quantity, and the item that they mean. */
export function QuickOrderRow({
  siteId,
  row,
  number,
  shortage,
  price,
  change,
  remove,
  leave,
  paste,
}: QuickOrderRowProps) {
  const { code, units, item, fault, suggestions = [] } = row;
  const pick = (picked: QuickRow['item']) =>
    change({
      item: picked,
      code: picked?.code ?? code,
      fault: undefined,
      suggestions: undefined,
      units: units || String(picked?.carton ?? 1),
    });
  const left = ({ relatedTarget, currentTarget }: FocusEvent<HTMLDivElement>) => {
    if (!currentTarget.contains(relatedTarget) && code.trim() !== '' && item === undefined) leave();
  };
  const isUnitsFault = item !== undefined && fault !== undefined;
  const faultId = useId();
  const ordered = unitsOf(row);
  return (
    <li className={styles.row}>
      <div onBlur={left}>
        <ItemSearch
          siteId={siteId}
          label={
            <>
              Code<Hidden> in row {number}</Hidden>
            </>
          }
          error={isUnitsFault ? undefined : fault}
          typed={code}
          onType={(typed) => change({ code: typed, item: undefined, fault: undefined, suggestions: undefined })}
          onPick={pick}
          onPaste={paste}
        />
      </div>
      <TextField
        label={
          <>
            Quantity<Hidden> in row {number}</Hidden>
          </>
        }
        isNumeric
        inputMode="numeric"
        autoComplete="off"
        value={units}
        isFaulty={isUnitsFault}
        messageId={isUnitsFault ? faultId : undefined}
        onChange={({ target }) =>
          change({ units: target.value, ...((isUnitsFault || code.trim() === '') && { fault: undefined }) })
        }
      />
      <div className={styles.item}>
        {item && (
          <>
            <ItemPicture item={item} />
            <p>
              <strong>{item.name}</strong>
              {item.carton > 1 && ordered !== undefined && <small>{orderText(ordered, item.carton)}</small>}
              {ordered !== undefined && price !== undefined && <small>{formatDollars(price)} each</small>}
              {item.isOutOfStock && <Badge tone="warning">Out of stock</Badge>}
              {shortage && <small className={styles.shortage}>{shortage}</small>}
            </p>
          </>
        )}
        {!item &&
          suggestions.map((suggestion) => (
            <Button key={suggestion.itemId} look="soft" size="small" onClick={() => pick(suggestion)}>
              {suggestion.code}, {suggestion.name}
            </Button>
          ))}
      </div>
      {isUnitsFault && (
        <div className={styles.fault}>
          <FieldError id={faultId}>{fault}</FieldError>
        </div>
      )}
      <IconButton
        className={styles.remove ?? ''}
        label={`Remove row ${number}`}
        disabled={isBlank(row)}
        onClick={remove}
      >
        <TrashIcon />
      </IconButton>
    </li>
  );
}
