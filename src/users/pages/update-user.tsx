import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { HistoryPanel } from '#history/history-panel.tsx';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { dayOf, format } from '#lib/day.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { fieldsMissing } from '#lib/api/sentences.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { Button } from '#ui/button/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import {
  readClaims,
  readUser,
  type restoreUser,
  sentences,
  type UserDetails,
  type updateUser,
  userUpdate,
} from '../contract.ts';
import type { Difference } from '#ui/overlay/differences.tsx';
import { ConflictChoice } from '../conflict-choice.tsx';
import { managesPermissions } from '../permissions.ts';
import { TypeBadge } from '../type-badge.tsx';
import { useArchiving } from '../use-archiving.ts';
import { useUserForm } from '../use-user-form.ts';
import type { ClaimChoice } from '../claims-field.tsx';
import { MembershipCard, PersonCard } from '../user-fields.tsx';
import styles from '../user-form.module.css';
import { differencesOf, valuesOf } from '../user-values.ts';
import type { Route } from './+types/update-user';

export const handle = { crumb: 'Update a User', above: [{ label: 'Users', to: '/admin/manage-users/' }] };

export const meta = () => backOfficeMeta('Update a User');

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const viewer = requireAdministrator(context, url, 'ManageUsers');
  const callApi = api(context);
  const [user, choices] = await Promise.all([
    loadOrPageError(sentences.detailsFailed, callApi(readUser, { params: { id: params.id } })),
    managesPermissions(viewer.claims) ? callApi(readClaims).catch(() => null) : undefined,
  ]);
  return { user, choices };
}

const fields = ['firstName', 'lastName', 'email', 'mobile', 'userType', 'usersClaims'] as const;

export default function UpdateUser({ loaderData: { user, choices } }: Route.ComponentProps) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { archive, isBusy } = useArchiving();
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
  const { revalidate } = useRevalidator();
  const viewer = useViewer();
  /** The values that somebody else saved meanwhile, and how the entries here differ from them. */
  const [conflict, setConflict] = useState<{ stored: UserDetails; differences: readonly Difference[] }>();
  const isReadOnly = !user.mayChange || !user.isActive;

  const known = useUserForm({
    shape: userUpdate,
    fields,
    values: valuesOf(user),
    fallback: sentences.updateFailed,
    send: async (body, { reset }) => {
      const { usersClaims, ...rest } = body;
      const input = { body: { ...rest, ...(choices && { usersClaims }) } };
      const saved = await call<typeof updateUser>('PUT /v1/users/admin/update-user', input);
      setConflict(undefined);
      reset(valuesOf(saved));
      notify({ text: sentences.updated });
      await revalidate();
    },
    onConflict: () => void reload(),
  });
  const { form, errorOf, faults, refusal, attempt, isSubmitting, isDirty, changes, submit } = known;
  /** Reloads the user and applies the entries made here on top. */
  const reload = async (): Promise<void> => {
    try {
      const stored = await call<typeof readUser>('GET /v1/users/{id}', { params: { id: user.id } });
      const entries = form.getValues();
      const changedFields = fields.filter((name) => form.getFieldState(name).isDirty);
      form.reset(valuesOf(stored));
      for (const name of changedFields) form.setValue(name, entries[name], { shouldDirty: true });
      const mine = form.getValues();
      const merged = { ...mine, usersClaims: mine.usersClaims ?? stored.usersClaims };
      setConflict({ stored, differences: differencesOf(stored, merged) });
      await revalidate();
    } catch (error) {
      notifyProblem(errorMessageOf(error, sentences.detailsFailed));
    }
  };
  const discard = (): void => {
    setConflict(undefined);
    form.reset(valuesOf(conflict?.stored ?? user)); // the page may not have reloaded it yet
  };
  return (
    <>
      <LeaveGuard isDirty={isDirty && !isSubmitting} />
      <ErrorSummary title={fieldsMissing} faults={faults} attempt={attempt} />
      <Refusal>{refusal}</Refusal>
      {conflict && (
        <ConflictChoice
          record={{ entity: 'user', id: user.id }}
          differences={conflict.differences}
          keepTheirs={discard}
          saveMine={() => void submit()}
          isSaving={isSubmitting}
        />
      )}
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
        {/* Enter in a field submits, like the bar below. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
      <SaveBar isDirty={isDirty} isSaving={isSubmitting} onSave={() => void submit()} onDiscard={discard}>
        {changes === 1 ? '1 field changed.' : `${changes} fields changed.`}
      </SaveBar>
    </>
  );
}
