import { useState } from 'react';
import { day, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { PlusIcon } from '#ui/icons/icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import cards from '../accounts/account-cards.module.css';
import { useSaved } from '../accounts/use-saved.ts';
import { type BlanketPoBody, BlanketPoDialog } from './blanket-po-dialog.tsx';
import type { BlanketPoOnPage } from './blanket-po-words.ts';

/** The calls by which blanket POs are changed: those of staff, or those of the account's own people. */
export interface BlanketPoCalls {
  add: (body: BlanketPoBody) => Promise<unknown>;
  update: (id: string, body: Omit<BlanketPoBody, 'siteId'> & { version: number }) => Promise<unknown>;
  end: (id: string) => Promise<unknown>;
}

interface BlanketPosCardProps {
  blanketPos: readonly BlanketPoOnPage[];
  sites: readonly { id: string; name: string }[];
  calls: BlanketPoCalls;
  /** Whether the reader may change them. */
  mayChange: boolean;
}

type Task = { kind: 'add'; one?: undefined } | { kind: 'edit' | 'end'; one: BlanketPoOnPage };

/** The blanket POs of an account's sites, with what is left of each. */
export function BlanketPosCard({ blanketPos, sites, calls, mayChange }: BlanketPosCardProps) {
  const [task, setTask] = useState<Task>();
  const { change } = useChange();
  const close = (): void => setTask(undefined);
  const saved = useSaved(close);
  const end = (one: BlanketPoOnPage) => {
    close();
    return change(async () => {
      await calls.end(one.id);
      notify({ text: `PO ${one.number} has ended.` });
    }, 'Unable to end the blanket PO.');
  };
  const columns: SimpleColumn<BlanketPoOnPage>[] = [
    { label: 'PO number', cell: ({ number }) => number, about: ({ site }) => site },
    { label: 'Amount', isWide: true, cell: ({ amount }) => formatDollars(amount) },
    { label: 'Used', isWide: true, cell: ({ used }) => formatDollars(used) },
    { label: 'Left', cell: ({ left }) => formatDollars(left) },
    {
      label: 'Last day',
      cell: ({ validTo }) => (validTo === null ? '–' : format(day(validTo))),
      about: ({ isOver }) => (isOver ? 'Over' : ''),
    },
  ];
  if (mayChange)
    columns.push({
      label: 'Change',
      isActions: true,
      cell: (one) => <Actions number={one.number} begin={(kind) => setTask({ kind, one })} />,
    });
  return (
    <section className={panel.card} aria-labelledby="blanket-pos">
      <header className={panel.cardHead}>
        <h2 id="blanket-pos">Blanket POs</h2>
        {mayChange && sites.length > 0 && (
          <Button look="quiet" size="small" onClick={() => setTask({ kind: 'add' })}>
            <PlusIcon />
            Add a blanket PO
          </Button>
        )}
      </header>
      <SimpleTable
        label="Blanket POs"
        columns={columns}
        rows={blanketPos}
        keyOf={({ id }) => id}
        none="None. A blanket PO is one PO number for many orders of a site, up to an amount."
      />
      {(task?.kind === 'add' || task?.kind === 'edit') && (
        <BlanketPoDialog
          blanketPo={task.one}
          sites={sites}
          send={({ siteId, ...body }) =>
            task.one
              ? saved(
                  calls.update(task.one.id, { ...body, version: task.one.version }),
                  'The blanket PO has been saved.',
                )
              : saved(calls.add({ siteId, ...body }), 'The blanket PO has been added.')
          }
          close={close}
        />
      )}
      <Confirm
        isOpen={task?.kind === 'end'}
        title={`End PO ${task?.one?.number ?? ''}`}
        confirm="End blanket PO"
        cancel="Cancel"
        isDangerous
        onConfirm={() => task?.one && void end(task.one)}
        onCancel={close}
      >
        <p>Its number is no longer limited, and nothing is counted on it. Its orders stay.</p>
      </Confirm>
    </section>
  );
}

function Actions({ number, begin }: { number: string; begin: (kind: 'edit' | 'end') => void }) {
  return (
    <span className={cards.actions}>
      <Button look="plain" size="small" onClick={() => begin('edit')} aria-label={`Edit PO ${number}`}>
        Edit
      </Button>
      <Button look="plain" size="small" onClick={() => begin('end')} aria-label={`End PO ${number}`}>
        End
      </Button>
    </span>
  );
}
