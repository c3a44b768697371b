import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { useFocusAtEnd } from '#ui/feedback/use-focus-at-end.ts';
import { Confirm } from '#ui/overlay/confirm.tsx';
import { type DemoCounts, type removeDemoContent, sentences } from './contract.ts';
import styles from './demo-notice.module.css';

const listFormat = new Intl.ListFormat('en-AU');

/** `1,200 orders, 60 customers and 1 enquiry`; kinds with a count of 0 are left out. */
const holdings = ({
  orders,
  customers,
  staff,
  submissions,
  enquiries,
  purchaseOrders,
  tradeAccounts,
}: DemoCounts): string => {
  const parts = [
    [orders, 'order', 'orders'],
    [customers, 'customer', 'customers'],
    [tradeAccounts, 'trade account', 'trade accounts'],
    [submissions, 'submission', 'submissions'],
    [enquiries, 'enquiry', 'enquiries'],
    [purchaseOrders, 'purchase order', 'purchase orders'],
    [staff, 'member of staff', 'members of staff'],
  ] as const;
  return listFormat.format(
    parts.flatMap(([count, one, several]) =>
      count === 0 ? [] : `${count.toLocaleString('en-AU')} ${count === 1 ? one : several}`,
    ),
  );
};

/** Says that the back office shows made-up content, and offers to remove it in one step. */
export function DemoNotice({ counts }: { counts: DemoCounts }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, change } = useChange();
  const focusAtEnd = useFocusAtEnd();
  const remove = () => {
    setAsking(false);
    void change(async () => {
      await call<typeof removeDemoContent>('DELETE /v1/demo-content', {});
      focusAtEnd();
      notify({ text: sentences.removed });
    }, sentences.removeFailed);
  };
  return (
    <Note className={styles.note}>
      <span>
        <strong>Demo content.</strong>{' '}
        {`This shop has been filled with ${holdings(counts)}, all made up, so that you can try everything.`}
      </span>
      <Button size="small" look="quiet" isBusy={isBusy} onClick={() => setAsking(true)}>
        Remove demo content
      </Button>
      <Confirm
        isOpen={isAsking}
        title="Remove the demo content?"
        confirm="Remove demo content"
        cancel="Keep it"
        isDangerous
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        <p>{`${holdings(counts)} will be removed, with their invoices, refunds, files, stock movements and history. This cannot be undone.`}</p>
        <p>
          Your settings, website, forms, promos and catalogue stay, and so does everything that was added since.
          Products that you do not sell can be archived under Products.
        </p>
        <p>
          Items that somebody has counted, imported, received or corrected since keep their stock on hand. Accounts that
          somebody has given a password or another e-mail address stay, with what was done with them.
        </p>
      </Confirm>
    </Note>
  );
}
