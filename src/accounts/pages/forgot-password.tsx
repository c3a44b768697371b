import { useState } from 'react';
import { Link } from '#ui/link.tsx';
import { call } from '#lib/api/api.ts';
import { api } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { badInput } from '#lib/api/problem.ts';
import { refusalHeaders } from '#lib/api/refusal.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { refusedForm, textOf } from '../account-form.ts';
import { AccountForm, AccountPage } from '../profile/account-page.tsx';
import { resetRequest, requestReset } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { useAccountForm } from '../profile/use-account-form.ts';
import type { Route } from './+types/forgot-password';

/** Requests the link without script. */
export async function action({ context, request }: Route.ActionArgs) {
  const email = textOf(await request.formData(), 'email').trim();
  try {
    const [issue] = resetRequest.safeParse({ email }).error?.issues ?? [];
    if (issue) throw badInput({ path: 'email', message: issue.message }); // the address is part of the endpoint's path, so it must not be empty
    await api(context)(requestReset, { params: { email } });
  } catch (error) {
    return refusedForm(error, sentences.accountMissing, { email, isSent: false });
  }
  return { email, isSent: true, message: undefined, faults: [] };
}

export { refusalHeaders as headers };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Forgot password',
    description: 'Get a link to choose a new password for your account.',
    path: '/forgot-password/',
    isPrivate: true,
  });

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const [sentTo, setSentTo] = useState(actionData?.isSent ? actionData.email : undefined);
  if (sentTo !== undefined) return <Sent email={sentTo} onAgain={() => setSentTo(undefined)} />;
  return <RequestForm serverMessage={actionData} onSent={setSentTo} />;
}

interface RequestFormProps {
  serverMessage: Route.ComponentProps['actionData'];
  onSent: (email: string) => void;
}

function RequestForm({ serverMessage, onSent }: RequestFormProps) {
  const { field, ...account } = useAccountForm({
    loadShape: () => import('../contract.ts').then(({ resetRequest }) => resetRequest),
    fields: ['email'],
    values: { email: serverMessage?.email ?? '' },
    serverMessage: serverMessage?.message === undefined ? undefined : serverMessage,
    fallback: sentences.accountMissing,
    send: async ({ email }) => {
      await call<typeof requestReset>('PATCH /v1/core/accounts/{email}/password/reset/request', { params: { email } });
      onSent(email);
    },
  });
  return (
    <AccountPage
      title="Forgot your password?"
      lead="Enter the email of your account, and we will send you a link to choose a new password."
      other={<Link to="/login/">Back to sign in</Link>}
    >
      <AccountForm account={account} submit="Send the link">
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </AccountForm>
    </AccountPage>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AccountPage
      title="Check your email"
      lead={
        <>
          A link to reset the password has been sent to the email address <strong>{email}</strong>. It works once and
          expires after 60 minutes.
        </>
      }
      other={<Link to="/login/">Back to sign in</Link>}
    >
      <Note tone="success" isLive>
        <strong>{sentences.resetSent}</strong>
      </Note>
      <p>No email after a few minutes? Check your junk folder, or request another link.</p>
      {/* A form, so that it also works without script. */}
      <form method="get" onSubmit={(event) => (event.preventDefault(), onAgain())}>
        <Button type="submit" look="quiet" isBlock>
          Send another link
        </Button>
      </form>
    </AccountPage>
  );
}
