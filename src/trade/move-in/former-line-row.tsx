import { memo, useRef, useState } from 'react';
import { formatDollars } from '#lib/money.ts';
import { countText } from '#lib/text/count-text.ts';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { TextField } from '#ui/form/field.tsx';
import { SearchPicker } from '#ui/search-picker/search-picker.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { ItemPicture } from '../lists/item-picture.tsx';
import { type Decision, fieldId, type LineState, quantityOf, type ShownItem, type ShownLine } from './decisions.ts';
import styles from './move-in.module.css';
import { sureScore } from './sentences.ts';

export type FindItems = (search: string, signal: AbortSignal) => Promise<readonly ShownItem[]>;

interface RowProps extends LineState {
  line: ShownLine;
  items: ReadonlyMap<string, ShownItem>;
  typed: string;
  find: FindItems;
  decide: (line: ShownLine, decision: Decision) => void;
  setQuantity: (line: ShownLine, typed: string) => void;
}

const stateLooks: Record<Decision['kind'], { tone: Tone; word: string }> = {
  taken: { tone: 'success', word: 'Confirmed' },
  open: { tone: 'warning', word: 'To confirm' },
  out: { tone: 'neutral', word: 'Left out' },
};

/** A line of the former supplier beside our item for it. The first button stays where it is, so that the focus does. */
export const FormerLineRow = memo(function FormerLineRow(props: RowProps) {
  const { line, kind, item, items, typed, find, decide, setQuantity } = props;
  const [isChoosing, setChoosing] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const look = stateLooks[kind];
  const said = line.description || line.code || `line ${line.line}`;
  const choose = (one: ShownItem): void => {
    setChoosing(false);
    decide(line, { kind: 'taken', item: one });
    first.current?.focus();
  };
  const press = (): void => {
    if (kind !== 'open') decide(line, { kind: 'open' });
    else decide(line, item ? { kind: 'taken', item } : { kind: 'out' });
  };
  const others = line.matches.filter(({ itemId }) => itemId !== item?.itemId && items.has(itemId));
  return (
    <li className={cx(styles.line, kind === 'out' && styles.out)}>
      <div className={styles.theirs}>
        <p>
          <strong>{said}</strong>
          <small>
            Line {line.line}
            {line.description && line.code && `, ${line.code}`}
            {line.unitPrice !== null && `, at ${formatDollars(line.unitPrice)}`}
            {line.priceExGst !== null && ` with GST (${formatDollars(line.priceExGst)} ex GST)`}
          </small>
        </p>
        {line.faults.map((fault) => (
          <p key={fault} className={styles.fault}>
            {fault}
          </p>
        ))}
      </div>
      <TextField
        label={
          <>
            Quantity<Hidden> of {said}</Hidden>
          </>
        }
        id={fieldId(`quantity.${line.line}`)}
        isNumeric
        inputMode="numeric"
        autoComplete="off"
        className={styles.quantity}
        error={quantityOf(typed) === undefined ? '1 to 999' : undefined}
        value={typed}
        onChange={({ target }) => setQuantity(line, target.value)}
      />
      <div className={styles.ours}>
        {item ? <OurItem item={item} match={line.matches.find(({ itemId }) => itemId === item.itemId)} /> : <NoItem />}
      </div>
      <div className={styles.actions}>
        <div>
          <Badge tone={look.tone}>{look.word}</Badge>
        </div>
        <Button ref={first} look={kind === 'open' && item ? 'soft' : 'plain'} size="small" onClick={press}>
          {kind !== 'open' ? 'Undo' : item ? 'Confirm' : 'Leave out'}
          <Hidden> {said}</Hidden>
        </Button>
        <Button look="plain" size="small" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
          {item ? 'Choose another' : 'Choose'}
          <Hidden> for {said}</Hidden>
        </Button>
        {kind === 'open' && item && (
          <Button look="plain" size="small" onClick={() => (decide(line, { kind: 'out' }), first.current?.focus())}>
            Leave out<Hidden> {said}</Hidden>
          </Button>
        )}
      </div>
      {isChoosing && (
        <div className={styles.choices}>
          {others.length > 0 && (
            <ul aria-label={`Other matches for ${said}`}>
              {others.map((match) => {
                const one = items.get(match.itemId);
                return (
                  one && (
                    <li key={match.itemId}>
                      <button type="button" onClick={() => choose(one)}>
                        <OurItem item={one} match={match} />
                      </button>
                    </li>
                  )
                );
              })}
            </ul>
          )}
          <SearchPicker
            label={`Search our items for ${said}`}
            placeholder="Name or code"
            find={find}
            keyOf={({ itemId }) => itemId}
            none="No item of the shop matches."
            onChoose={choose}
          >
            {({ name, code, price }) => (
              <>
                <strong>{name}</strong> {code}
                {price !== undefined && <span>{formatDollars(price)}</span>}
              </>
            )}
          </SearchPicker>
        </div>
      )}
    </li>
  );
});

const NoItem = () => <p className={styles.none}>We have nothing like it. Choose an item, or leave the line out.</p>;

function OurItem({ item, match }: { item: ShownItem; match: ShownLine['matches'][number] | undefined }) {
  return (
    <>
      <ItemPicture item={item} />
      <span>
        <strong>{item.name}</strong>
        <small>
          {[
            item.code,
            item.price !== undefined && formatDollars(item.price),
            item.carton > 1 && countText(item.carton, 'unit') + ' a carton',
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        <small className={styles.why}>
          {match ? (
            <>
              <b className={match.score >= sureScore ? styles.sure : undefined}>
                {match.score}
                <Hidden> of 100</Hidden>
              </b>{' '}
              {match.why}
            </>
          ) : (
            'Chosen by hand'
          )}
        </small>
      </span>
    </>
  );
}
