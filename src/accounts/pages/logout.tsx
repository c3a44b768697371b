import { useEffect, useState } from 'react';
import { redirect } from 'react-router';
import { call } from '#lib/api/api.ts';
import { api } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { Button } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { leaveFor } from '../account-form.ts';
import styles from '../profile/account-page.module.css';
import { signOut } from '../contract.ts';
import { storeMember } from '../sign-in/member-cookie.ts';
import type { Route } from './+types/logout';

/** Signs out without script, by a button: a GET must change nothing on the server. */
export async function action({ context }: Route.ActionArgs) {
  await api(context)(signOut, { body: {} });
  return redirect('/');
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Logout',
    description: 'Sign out of your account. This also removes your cart from this browser.',
    path: '/logout/',
    isPrivate: true,
  });

/** Ends the session, clears the browser's local storage and loads the home page afresh. */
async function signOutHere(): Promise<void> {
  await call<typeof signOut>('POST /v1/core/auth/revoke', { body: {} });
  try {
    window.localStorage.clear();
  } catch {
    // Without storage there is nothing to clear.
  }
  storeMember(null);
  await leaveFor('/');
}

export default function Logout() {
  const [hasFailed, setFailed] = useState(false);
  const leave = () => void signOutHere().catch(() => setFailed(true));
  useEffect(leave, []);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Sign out</h1>
        <p>You can sign in again whenever you like.</p>
      </div>
      {hasFailed && (
        <Note tone="danger" isLive>
          <strong>We could not sign you out. Check your connection and try again.</strong>
        </Note>
      )}
      <form
        className={styles.form}
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          setFailed(false);
          leave();
        }}
      >
        <Button type="submit" size="large" isBlock>
          Sign out
        </Button>
      </form>
    </div>
  );
}
