import { useState } from 'react';
import { AccountPage } from '#accounts/profile/account-page.tsx';
import { leaveFor } from '#accounts/account-form.ts';
import { withReturnUrl } from '#accounts/sign-in/return-url.ts';
import { call } from '#lib/api/api.ts';
import { api, loadByLink, viewer } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { type acceptInvitation, readInvitation, sentences } from '../people/contract.ts';
import type { Route } from './+types/join';

/** The page that the link of an invitation opens. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('t') ?? '';
  const invitation = await loadByLink(sentences.failed, api(context)(readInvitation, { body: { token } }));
  return { token, invitation, ownEmail: viewer(context)?.email, here: url.pathname + url.search };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Join a trade account',
    description: 'Accept the invitation to the trade account of your company.',
    path: '/trade/join',
    isPrivate: true,
  });

export default function Join({ loaderData: { token, invitation, ownEmail, here } }: Route.ComponentProps) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if ('refusal' in invitation) {
    return (
      <AccountPage title="This link does not work" lead={<span role="alert">{invitation.refusal}</span>}>
        <LinkButton to="/" size="large" isBlock>
          Go to the home page
        </LinkButton>
      </AccountPage>
    );
  }
  const { accountName, email, isRegistered } = invitation;
  const isOwn = ownEmail?.toLowerCase() === email.toLowerCase();
  const join = (): void => {
    setBusy(true);
    call<typeof acceptInvitation>('POST /v1/trade/invitations/accept', { body: { token } }).then(
      ({ accountId }) => leaveFor(`/trade/${accountId}`),
      (error: unknown) => {
        setBusy(false);
        setFailure(errorMessageOf(error, sentences.failed));
      },
    );
  };
  return (
    <AccountPage title={`Join ${accountName}`} lead={<Lead {...{ isOwn, ownEmail, email, isRegistered }} />}>
      {failure && <p role="alert">{failure}</p>}
      {isOwn && (
        <Button size="large" isBlock isBusy={isBusy} onClick={join}>
          Join {accountName}
        </Button>
      )}
      {!isOwn && ownEmail !== undefined && (
        <LinkButton to="/logout/" reloadDocument size="large" isBlock>
          Sign out
        </LinkButton>
      )}
      {ownEmail === undefined && (
        <LinkButton to={withReturnUrl(isRegistered ? '/login/' : '/register/', here)} size="large" isBlock>
          {isRegistered ? 'Sign in to join' : 'Register to join'}
        </LinkButton>
      )}
    </AccountPage>
  );
}

interface LeadProps {
  isOwn: boolean;
  ownEmail: string | undefined;
  email: string;
  isRegistered: boolean;
}

function Lead({ isOwn, ownEmail, email, isRegistered }: LeadProps) {
  if (isOwn) return <>You will order for its sites with your account, {email}.</>;
  if (ownEmail !== undefined)
    return (
      <>
        The invitation is for <strong>{email}</strong>, but you are signed in as {ownEmail}. Sign out, then open the
        link again.
      </>
    );
  return (
    <>
      The invitation is for <strong>{email}</strong>.{' '}
      {isRegistered ? 'Sign in with it to accept.' : 'Register with it first; it takes a minute.'}
    </>
  );
}
