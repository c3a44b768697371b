import { Fragment } from 'react';
import { splitMatches, type Search } from '#lib/text/search-words.ts';
import styles from './highlighted-text.module.css';

/** Text with a search's matches highlighted. */
export function HighlightedText({ text, search }: { text: string; search: Search }) {
  let at = 0;
  return splitMatches(search, text).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.isHit ? (
      <mark key={key} className={styles.mark}>
        {piece.text}
      </mark>
    ) : (
      <Fragment key={key}>{piece.text}</Fragment>
    );
  });
}
