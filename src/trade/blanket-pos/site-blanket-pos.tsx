import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Button } from '#ui/button/button.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { type BlanketPoOnPage, isUsable, leftInWords } from './blanket-po-words.ts';
import styles from './blanket-pos.module.css';
import type { listOwnBlanketPos } from './contract.ts';

interface SiteBlanketPosProps {
  accountId: string;
  siteId: string;
  /** As typed. */
  poNumber: string;
  choose: (poNumber: string) => void;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

/** The blanket POs of a site below the field for the PO number, with what is left of each; nothing for a site without one. */
export function SiteBlanketPos({ accountId, siteId, poNumber, choose }: SiteBlanketPosProps) {
  const blanketPos = useBlanketPos(accountId).filter((one) => one.siteId === siteId);
  if (blanketPos.length === 0) return null;
  return (
    <ul className={styles.choices} aria-label="Blanket POs of this site">
      {blanketPos.map((one) => (
        <li key={one.id}>
          <span>
            <b>PO {one.number}</b> {leftInWords(one)}
          </span>
          {isUsable(one) && (
            <Button
              look="plain"
              size="small"
              aria-pressed={isSame(one.number, poNumber)}
              onClick={() => choose(one.number)}
            >
              {isSame(one.number, poNumber) ? 'Chosen' : 'Use it'}
              <Hidden> for this order: PO {one.number}</Hidden>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The blanket POs of the reader's sites; empty until they are loaded. */
function useBlanketPos(accountId: string): readonly BlanketPoOnPage[] {
  const [loaded, setLoaded] = useState<{ accountId: string; blanketPos: readonly BlanketPoOnPage[] }>();
  useEffect(() => {
    const control = new AbortController();
    call<typeof listOwnBlanketPos>(
      'GET /v1/trade/accounts/{accountId}/blanket-pos',
      { params: { accountId } },
      { signal: control.signal },
    ).then(
      (blanketPos) => setLoaded({ accountId, blanketPos }),
      () => undefined, // the order is refused with what is left if it matters
    );
    return () => control.abort();
  }, [accountId]);
  return loaded?.accountId === accountId ? loaded.blanketPos : [];
}
