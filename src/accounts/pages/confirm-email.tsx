import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { Link } from '#ui/link.tsx';
import { api } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { refusalHeaders } from '#lib/api/refusal.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { refusedForm, textOf } from '../account-form.ts';
import { AccountPage } from '../profile/account-page.tsx';
import { confirmEmail } from '../contract.ts';
import { sentences } from '../sentences.ts';
import type { Route } from './+types/confirm-email';
import { LinkLoader } from '../profile/checking-link.tsx';

export const loader = ({ request }: Route.LoaderArgs) => ({
  token: new URL(request.url).searchParams.get('t') ?? '',
});

/** A GET must change nothing, so the page posts the token once it is open; without script, its button posts the token. */
export async function action({ context, request }: Route.ActionArgs) {
  const token = textOf(await request.formData(), 'token');
  try {
    return { ...(await api(context)(confirmEmail, { body: { token } })), message: undefined };
  } catch (error) {
    return refusedForm(error, sentences.linkNotChecked, { email: undefined });
  }
}

export { refusalHeaders as headers };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Confirm your email',
    description: 'Confirm the new email of your account.',
    path: '/confirm-email/',
    isPrivate: true,
  });

export default function ConfirmEmail({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const { submit, data = actionData } = useFetcher<typeof action>();
  const isPosted = actionData !== undefined;
  useEffect(() => {
    if (!isPosted) void submit({ token }, { method: 'post' });
  }, [submit, token, isPosted]);
  if (data?.email !== undefined) return <Confirmed email={data.email} token={token} />;
  if (data) return <InvalidLink message={data.message} />;
  return (
    <>
      <LinkLoader title="Confirm your email" />
      <noscript>
        <form method="post">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="large" isBlock>
            Confirm this email
          </Button>
        </form>
      </noscript>
    </>
  );
}

function Confirmed({ email, token }: { email: string; token: string }) {
  return (
    <AccountPage
      title="Your email is confirmed"
      lead={
        <span role="status">
          You sign in with <strong>{email}</strong> from now on.
        </span>
      }
    >
      <LinkButton to="/update-profile/" reloadDocument size="large" isBlock>
        Go to your profile
      </LinkButton>
      <p>
        Have you ordered with this email before, without signing in?{' '}
        <Link to={`/join-orders/?t=${token}`}>Add those orders to your account</Link>
      </p>
    </AccountPage>
  );
}

function InvalidLink({ message }: { message: string }) {
  return (
    <AccountPage
      title="This link does not work"
      lead={<span role="alert">{message}</span>}
      other={<Link to="/login/">Back to sign in</Link>}
    >
      <p>A link expires after one day, and only the newest one works. You can request another from your profile.</p>
      <LinkButton to="/update-profile/" reloadDocument size="large" isBlock>
        Go to your profile
      </LinkButton>
    </AccountPage>
  );
}
