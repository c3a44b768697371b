import { useNavigate } from 'react-router';
import { summaryFaults } from '#accounts/account-form.ts';
import { NewPasswordFields } from '#accounts/profile/new-password-fields.tsx';
import { useServerForm } from '#history/record-form.tsx';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { checkFields } from '#lib/api/sentences.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { type createUser, newUser, readClaims, sentences } from '../contract.ts';
import { managesPermissions } from '../permissions.ts';
import { MembershipCard, PersonCard } from '../user-form-cards.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import styles from '../user-form.module.css';
import type { Route } from './+types/create-user';

export const handle = { crumb: 'Create a User', above: [{ label: 'Users', to: '/admin/manage-users/' }] };

export const meta = backOfficeMeta('Create a User');

export async function loader({ context, url }: Route.LoaderArgs) {
  const { claims } = requireAdministrator(context, url, 'ManageUsers');
  if (!managesPermissions(claims)) return { choices: undefined };
  return { choices: await api(context)(readClaims).catch(() => null) };
}

const fields = ['firstName', 'lastName', 'email', 'mobile', 'password', 'confirmPassword', 'userType'] as const;
const values = {
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  password: '',
  confirmPassword: '',
  usersClaims: [],
};

/** Creates an account for somebody else, with a password that the administrator passes on. */
export default function CreateUser({ loaderData: { choices } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const viewer = useViewer();
  const { form, refusal, submit } = useServerForm(newUser, {
    values,
    fallback: sentences.createFailed,
    send: async (body, { reset }) => {
      await call<typeof createUser>('POST /v1/core/accounts/admin', { body });
      reset(undefined, { keepValues: true }); // so that the user is not asked whether to leave the page
      notify({ text: 'The user has been successfully added.' });
      await navigate('/admin/manage-users/');
    },
  });
  const { errors, isSubmitting, isDirty, submitCount } = form.formState;
  const errorOf = (name: (typeof fields)[number] | 'usersClaims') => errors[name]?.message;
  const secret = (name: 'password' | 'confirmPassword') => ({
    ...form.register(name),
    id: name,
    required: true as const,
    error: errorOf(name),
    defaultValue: undefined,
  });
  return (
    <>
      <PageHead title="Create a User">They sign in with the email and the password that you set here.</PageHead>
      <LeaveGuard isDirty={isDirty && !isSubmitting} />
      <ErrorSummary title={checkFields} faults={summaryFaults(errors, fields)} attempt={submitCount} />
      <Refusal>{refusal}</Refusal>
      {choices === null && <Note tone="warning">{sentences.lookupFailed}</Note>}
      <form method="dialog" noValidate className={styles.columns} onSubmit={(event) => void submit(event)}>
        <div className={styles.stack}>
          <PersonCard form={form} errorOf={errorOf} />
          <section className={panel.card} aria-labelledby="secret">
            <h2 id="secret">Sign-in</h2>
            <NewPasswordFields field={secret} />
          </section>
        </div>
        <div className={styles.stack}>
          <MembershipCard form={form} errorOf={errorOf} choices={choices ?? undefined} own={viewer?.claims ?? []} />
        </div>
        <div className={styles.foot}>
          <LinkButton look="quiet" size="small" to="/admin/manage-users/">
            Cancel
          </LinkButton>
          <Button type="submit" size="small" isBusy={isSubmitting}>
            Create user
          </Button>
        </div>
      </form>
    </>
  );
}
