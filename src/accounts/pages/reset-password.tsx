import { Suspense } from 'react';
import { Await, redirect } from 'react-router';
import { Link } from '#ui/link.tsx';
import { call } from '#lib/api/api.ts';
import { api, viewer } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { refusalHeaders } from '#lib/api/refusal.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import type { FormMessage } from '#ui/form/use-plain-form.ts';
import { leaveFor, refusedForm, textOf } from '../account-form.ts';
import { AccountForm, AccountPage } from '../profile/account-page.tsx';
import { resetPassword, validateReset } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { NewPasswordFields } from '../profile/new-password-fields.tsx';
import { useAccountForm } from '../profile/use-account-form.ts';
import type { Route } from './+types/reset-password';
import { LinkLoader } from '../profile/checking-link.tsx';

const done = '/reset-password/?done';
const quickMs = 300; // a loader shown for a shorter time only flickers

/**
 * Resolves to the answer if it arrives within 300 ms, else to undefined, so that the page can be sent first and the
 * answer streamed.
 */
function ifQuick<T>(answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), quickMs))]);
}

/** The link is usually checked before the page is sent; a slow answer is streamed, and a loader is shown meanwhile. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const isDone = searchParams.has('done') && viewer(context) !== null;
  const token = searchParams.get('t') ?? '';
  if (isDone) return { isDone, token, isValid: false };
  const isValidAnswer = api(context)(validateReset, { body: { resetToken: token } }).then(({ isValid }) => isValid);
  return { isDone, token, isValid: (await ifQuick(isValidAnswer)) ?? isValidAnswer };
}

/** Sets the password without script; the called endpoint sets the cookies. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const resetToken = new URL(request.url).searchParams.get('t') ?? '';
  const passwords = { password: textOf(form, 'password'), confirmPassword: textOf(form, 'confirmPassword') };
  try {
    await api(context)(resetPassword, { body: { ...passwords, resetToken } });
  } catch (error) {
    return refusedForm(error, sentences.accountMissing, {});
  }
  return redirect(done);
}

export { refusalHeaders as headers };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Reset password',
    description: 'Choose a new password for your account.',
    path: '/reset-password/',
    isPrivate: true,
  });

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { isDone, isValid, token } = loaderData;
  if (isDone) return <Changed />;
  return (
    <Suspense fallback={<LinkLoader title="Reset your password" />}>
      <Await resolve={isValid}>
        {(isLinkValid) =>
          isLinkValid ? <ChooseForm token={token} serverMessage={actionData} /> : <Invalid serverMessage={actionData} />
        }
      </Await>
    </Suspense>
  );
}

function ChooseForm({ token, serverMessage }: { token: string; serverMessage: FormMessage | undefined }) {
  const { field, ...account } = useAccountForm({
    loadShape: () => import('../contract.ts').then(({ chosenPassword }) => chosenPassword),
    fields: ['password', 'confirmPassword'],
    values: {},
    serverMessage,
    fallback: sentences.accountMissing,
    send: async (passwords) => {
      const body = { ...passwords, resetToken: token };
      await call<typeof resetPassword>('POST /v1/core/accounts/password/reset', { body });
      await leaveFor(done);
    },
  });
  return (
    <AccountPage title="Reset your password" lead="Choose a new password. All your other devices will be signed out.">
      <AccountForm account={account} submit="Change password">
        <NewPasswordFields field={field} />
      </AccountForm>
    </AccountPage>
  );
}

function Invalid({ serverMessage }: { serverMessage: FormMessage | undefined }) {
  return (
    <AccountPage
      title="This link does not work"
      lead="The request is invalid. Please reset the password again."
      other={<Link to="/login/">Back to sign in</Link>}
    >
      {serverMessage && (
        <Note tone="danger" isLive>
          <strong>{serverMessage.message}</strong>
        </Note>
      )}
      <p>A link works once and expires after 60 minutes. Only the newest one works.</p>
      <LinkButton to="/forgot-password/" size="large" isBlock>
        Reset the password again
      </LinkButton>
    </AccountPage>
  );
}

function Changed() {
  return (
    <AccountPage
      title="Your password has been changed"
      lead="You are signed in on this device. All other devices have been signed out."
      other={
        <Link to="/update-profile/" reloadDocument>
          See your profile
        </Link>
      }
    >
      <LinkButton to="/" reloadDocument size="large" isBlock>
        Continue to the site
      </LinkButton>
    </AccountPage>
  );
}
