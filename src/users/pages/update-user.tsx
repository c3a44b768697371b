import { useNavigate } from 'react-router';
import { summaryFaults } from '#accounts/account-form.ts';
import { HistoryPanel } from '#history/history-panel.tsx';
import { PageFormFrame, usePageForm } from '#history/page-form.tsx';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { dayOf, format } from '#lib/day.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { Button } from '#ui/button/button.tsx';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import {
  readClaims,
  readUser,
  type restoreUser,
  sentences,
  type UserDetails,
  type updateUser,
  userUpdate,
} from '../contract.ts';
import { managesPermissions } from '../permissions.ts';
import { TypeBadge } from '../type-badge.tsx';
import { useArchiveUsers } from '../use-archive-users.ts';
import type { ClaimChoice } from '../claims-field.tsx';
import { MembershipCard, PersonCard } from '../user-form-cards.tsx';
import styles from '../user-form.module.css';
import { changedFields, differencesOf, userFields, valuesOf } from '../user-form-values.ts';
import type { Route } from './+types/update-user';

export const handle = { crumb: 'Update a User', above: [{ label: 'Users', to: '/admin/manage-users/' }] };

export const meta = backOfficeMeta('Update a User');

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const viewer = requireAdministrator(context, url, 'ManageUsers');
  const callApi = api(context);
  const [user, choices] = await Promise.all([
    loadOrPageError(sentences.detailsFailed, callApi(readUser, { params: { id: params.id } })),
    managesPermissions(viewer.claims) ? callApi(readClaims).catch(() => null) : undefined,
  ]);
  return { user, choices };
}

export default function UpdateUser({ loaderData: { user, choices } }: Route.ComponentProps) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { archive, isBusy } = useArchiveUsers();
  const isOwn = viewer?.id === user.id;
  const remove = user.isActive && user.mayChange && !isOwn && (
    <Button
      look="quiet"
      size="small"
      isBusy={isBusy}
      onClick={() => void archive(user.id).then((isArchived) => isArchived && navigate('/admin/manage-users/'))}
    >
      <TrashIcon />
      Delete
    </Button>
  );
  return (
    <>
      <PageHead title="Update a User" badge={<TypeBadge userType={user.userType} />} actions={remove}>
        {user.firstName} {user.lastName}
        {user.companyName && `, ${user.companyName}`}, registered {format(dayOf(new Date(user.registationDate)))}
      </PageHead>
      {!user.isActive && <Archived user={user} />}
      {user.isActive && !user.mayChange && <Note>{sentences.notYours}</Note>}
      {choices === null && <Note tone="warning">{sentences.lookupFailed}</Note>}
      <UserForm key={user.id} user={user} choices={choices ?? undefined} />
    </>
  );
}

function Archived({ user }: { user: UserDetails }) {
  const { change } = useChange();
  const restore = () =>
    change(async () => {
      await call<typeof restoreUser>('PATCH /v1/users/{id}/restore', { params: { id: user.id } });
      notify({ text: 'The user has been restored.' });
    }, 'Unable to restore the user.');
  return (
    <Note tone="warning">
      This user has been deleted: they no longer appear in lists and can’t sign in.{' '}
      {user.mayChange && (
        <Button look="plain" size="small" onClick={() => void restore()}>
          Restore
        </Button>
      )}
    </Note>
  );
}

function UserForm({ user, choices }: { user: UserDetails; choices: readonly ClaimChoice[] | undefined }) {
  const viewer = useViewer();
  const isReadOnly = !user.mayChange || !user.isActive;
  const state = usePageForm(userUpdate, {
    stored: user,
    valuesOf,
    changedPaths: changedFields,
    differencesOf,
    read: () => call<typeof readUser>('GET /v1/users/{id}', { params: { id: user.id } }),
    save: ({ usersClaims, ...rest }) => {
      const input = { body: { ...rest, ...(choices && { usersClaims }) } };
      return call<typeof updateUser>('PUT /v1/users/admin/update-user', input);
    },
    sentences: { saved: sentences.updated, failed: sentences.updateFailed, readFailed: sentences.detailsFailed },
  });
  const { form, submit } = state;
  const { errors, dirtyFields } = form.formState;
  const errorOf = (name: (typeof userFields)[number]) => errors[name]?.message;
  return (
    <PageFormFrame
      record={{ entity: 'user', id: user.id }}
      state={state}
      faults={summaryFaults(errors, userFields)}
      changes={Object.keys(dirtyFields).length}
      things="field"
    >
      <form method="dialog" noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles.columns}>
          <div className={styles.stack}>
            <fieldset disabled={isReadOnly} className={styles.readOnly}>
              <PersonCard form={form} errorOf={errorOf} />
            </fieldset>
            <div className={styles.last}>
              <HistoryPanel entity="user" id={user.id} version={user.version} />
            </div>
          </div>
          <fieldset disabled={isReadOnly} className={styles.readOnly}>
            <MembershipCard form={form} errorOf={errorOf} choices={choices} own={viewer?.claims ?? []} />
          </fieldset>
        </div>
        {/* Lets the Enter key in any field submit the form, as the save bar does. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </PageFormFrame>
  );
}
