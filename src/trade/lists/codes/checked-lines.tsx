import { countText } from '#lib/text/count-text.ts';
import { Button } from '#ui/button/button.tsx';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import type { Picked, ShownLine } from './chosen-items.ts';
import styles from './checked-lines.module.css';
import type { FoundItem } from '../item-search.tsx';
import { ItemPicture } from '../item-picture.tsx';

interface CheckedLinesProps {
  lines: readonly ShownLine[];
  picked: Picked;
  /** Picks an item for a line, or takes that back. */
  pick: (line: number, item: FoundItem | undefined) => void;
}

const looks: Record<ShownLine['state'], { tone: Tone; word: string }> = {
  matched: { tone: 'success', word: 'Found' },
  ambiguous: { tone: 'warning', word: 'Which one?' },
  unmatched: { tone: 'danger', word: 'Not found' },
  notSold: { tone: 'neutral', word: 'No longer sold' },
  faulty: { tone: 'danger', word: 'Not readable' },
};

/** What became of each line: those that need a decision first, then those that were found. */
export function CheckedLines({ lines, picked, pick }: CheckedLinesProps) {
  const open = lines.filter(({ state }) => state !== 'matched');
  const found = lines.filter(({ state }) => state === 'matched');
  return (
    <div className={styles.report}>
      <p role="status">
        <strong>{found.length}</strong> of {countText(lines.length, 'line')} found
        {open.length > 0 && `, ${open.length} to look at`}.
      </p>
      {open.length > 0 && (
        <ul className={styles.lines} aria-label="Lines to look at">
          {open.map((line) => (
            <OpenLine key={line.line} line={line} item={picked.get(line.line)} pick={pick} />
          ))}
        </ul>
      )}
      {found.length > 0 && (
        <ul className={styles.lines} aria-label="Items found">
          {found.map((line) => line.item && <FoundLine key={line.line} item={line.item} quantity={line.quantity} />)}
        </ul>
      )}
    </div>
  );
}

const FoundLine = ({ item, quantity }: { item: FoundItem; quantity: number | null }) => (
  <li className={styles.line}>
    <ItemPicture item={item} />
    <div>
      <strong>{item.name}</strong>
      <small>{item.code}</small>
    </div>
    <b className={styles.units}>{quantity ?? '–'}</b>
  </li>
);

function OpenLine({
  line,
  item,
  pick,
}: Omit<CheckedLinesProps, 'lines' | 'picked'> & { line: ShownLine; item: FoundItem | undefined }) {
  const { tone, word } = looks[line.state];
  if (item) {
    return (
      <li className={styles.line}>
        <ItemPicture item={item} />
        <div>
          <strong>{item.name}</strong>
          <small>
            {item.code}, for “{line.text}”
          </small>
        </div>
        <Button look="plain" size="small" onClick={() => pick(line.line, undefined)}>
          Undo<Hidden> the choice for {line.text}</Hidden>
        </Button>
      </li>
    );
  }
  return (
    <li className={styles.open}>
      <p>
        <Badge tone={tone}>{word}</Badge> <span>Line {line.line}:</span> <q>{line.text}</q>
      </p>
      <p className={styles.why}>
        {line.item ? `${line.item.name}: ${line.message}` : line.message}{' '}
        {line.suggestions.length === 0 && 'It is left out.'}
      </p>
      {line.suggestions.length > 0 && (
        <ul className={styles.suggestions} aria-label={`Suggestions for ${line.text}`}>
          {line.suggestions.map((suggestion) => (
            <li key={suggestion.itemId}>
              <button type="button" onClick={() => pick(line.line, suggestion)}>
                <ItemPicture item={suggestion} />
                <span>
                  <strong>{suggestion.name}</strong>
                  <small>{suggestion.code}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
