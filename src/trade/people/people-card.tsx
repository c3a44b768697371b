import { useState } from 'react';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { PlusIcon } from '#ui/icons/icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import cards from '../accounts/account-cards.module.css';
import { useSaved } from '../accounts/use-saved.ts';
import { type InvitationBody, PersonDialog, type PersonOnPage, type RoleOnPage } from './person-dialog.tsx';

/** The calls by which people are changed: those of staff, or those of the account's own people. */
export interface PeopleCalls {
  invite: (body: InvitationBody) => Promise<unknown>;
  update: (personId: string, body: InvitationBody & { version: number | undefined }) => Promise<unknown>;
  remove: (personId: string) => Promise<unknown>;
  inviteAgain: (personId: string) => Promise<unknown>;
}

interface PeopleCardProps {
  people: readonly PersonOnPage[];
  roles: readonly RoleOnPage[];
  sites: readonly { id: string; name: string }[];
  calls: PeopleCalls;
}

type Task = { kind: 'invite'; person?: undefined } | { kind: 'edit' | 'remove'; person: PersonOnPage };

const nameOf = ({ name, email }: PersonOnPage): string => name || email;

/** The people of an account, and who is invited. */
export function PeopleCard({ people, roles, sites, calls }: PeopleCardProps) {
  const [task, setTask] = useState<Task>();
  const { change } = useChange();
  const close = (): void => setTask(undefined);
  const saved = useSaved(close);
  const remove = (person: PersonOnPage) => {
    close();
    return change(async () => {
      await calls.remove(person.id);
      notify({ text: `${nameOf(person)} has been removed.` });
    }, 'Unable to remove the person.');
  };
  const again = (person: PersonOnPage) =>
    change(async () => {
      await calls.inviteAgain(person.id);
      notify({ text: `The invitation is on its way to ${person.email} again.` });
    }, 'Unable to mail the invitation.');
  const columns: SimpleColumn<PersonOnPage>[] = [
    { label: 'Person', cell: nameOf, about: ({ name, email }) => (name ? email : '') },
    {
      label: 'Role',
      isText: true,
      cell: ({ roleName, joinedDate }) => (
        <>
          {roleName} {joinedDate === null && <Badge tone="info">Invited</Badge>}
        </>
      ),
    },
    { label: 'Sites', isText: true, isWide: true, cell: (person) => sitesInWords(person, sites) },
    { label: 'Limit', cell: limitInWords },
    {
      label: 'Change',
      isActions: true,
      cell: (person) => (
        <span className={cards.actions}>
          {person.joinedDate === null && (
            <Button look="plain" size="small" onClick={() => void again(person)}>
              Mail again
            </Button>
          )}
          <Button
            look="plain"
            size="small"
            onClick={() => setTask({ kind: 'edit', person })}
            aria-label={`Edit ${nameOf(person)}`}
          >
            Edit
          </Button>
          <Button
            look="plain"
            size="small"
            onClick={() => setTask({ kind: 'remove', person })}
            aria-label={`Remove ${nameOf(person)}`}
          >
            Remove
          </Button>
        </span>
      ),
    },
  ];
  return (
    <section className={panel.card} aria-labelledby="people">
      <header className={panel.cardHead}>
        <h2 id="people">People</h2>
        <Button look="quiet" size="small" onClick={() => setTask({ kind: 'invite' })}>
          <PlusIcon />
          Invite somebody
        </Button>
      </header>
      <SimpleTable
        label="People"
        columns={columns}
        rows={people}
        keyOf={({ id }) => id}
        none="Nobody yet. Invite the first person, who can then invite others."
      />
      {(task?.kind === 'invite' || task?.kind === 'edit') && (
        <PersonDialog
          person={task.person}
          roles={roles}
          sites={sites}
          send={(body, version) =>
            task.person
              ? saved(calls.update(task.person.id, { ...body, version }), 'The person has been saved.')
              : saved(calls.invite(body), `The invitation is on its way to ${body.email}.`)
          }
          close={close}
        />
      )}
      <Confirm
        isOpen={task?.kind === 'remove'}
        title={`Remove ${task?.person ? nameOf(task.person) : ''}`}
        confirm="Remove person"
        cancel="Cancel"
        isDangerous
        onConfirm={() => task?.person && void remove(task.person)}
        onCancel={close}
      >
        <p>They can no longer order or read anything here, from now on. Their orders stay.</p>
      </Confirm>
    </section>
  );
}

function sitesInWords({ hasAllSites, siteIds }: PersonOnPage, sites: PeopleCardProps['sites']): string {
  if (hasAllSites) return 'All sites';
  const names = sites.filter(({ id }) => siteIds.includes(id)).map(({ name }) => name);
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ') || 'None';
}

const limitInWords = ({ limit, limitPeriod }: PersonOnPage): string =>
  limit === null ? 'No limit' : `${formatDollars(limit)} ${limitPeriod === 'month' ? 'a month' : 'an order'}`;
