import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { api, requireSignedIn } from '#lib/api/api-context.ts';
import { formatInstant } from '#lib/day.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { describe } from '#lib/api/page-meta.ts';
import { notFound } from '#lib/api/problem.ts';
import { refusalHeaders } from '#lib/api/refusal.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/button/button.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { refusedForm, textOf, textsOf } from '../account-form.ts';
import page from '../profile/account-page.module.css';
import { requestReset } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { changePassword, endOneSession, endOtherSessions, listSessions } from '../sign-in/security-contract.ts';
import type { Route } from './+types/security';
import { ChangePassword } from '../profile/change-password-card.tsx';
import styles from '../profile/security.module.css';

type Session = ReplyOf<typeof listSessions>[number];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email } = requireSignedIn(context, url);
  return { email, sessions: await api(context)(listSessions) };
}

/** Each button submits a form of this page, so that everything works without script. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { email } = requireSignedIn(context, url);
  const form = await request.formData();
  const callApi = api(context);
  try {
    switch (textOf(form, 'intent')) {
      case 'end':
        await callApi(endOneSession, { params: { sessionId: textOf(form, 'session') } });
        return { isDone: true, message: 'That device has been signed out.' };
      case 'end-others':
        await callApi(endOtherSessions);
        return { isDone: true, message: 'All other devices have been signed out.' };
      case 'change':
        return { isDone: true, message: (await callApi(changePassword, { body: passwordsOf(form) })).message };
      case 'password':
        return { isDone: true, message: (await callApi(requestReset, { params: { email } })).message };
      default:
        throw notFound();
    }
  } catch (error) {
    if (textOf(form, 'intent') === 'change') return refusedForm(error, sentences.passwordNotChanged, { isDone: false });
    return refusedForm(error, 'Something went wrong. Please try again.', { isDone: false });
  }
}

const passwordsOf = (form: FormData) => textsOf(form, ['currentPassword', 'password', 'confirmPassword']);

export { refusalHeaders as headers };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Sign-in and security',
    description: 'Where you are signed in, and how to change your password.',
    path: '/update-profile/security/',
    isPrivate: true,
  });

export default function Security({ loaderData: { email, sessions }, actionData }: Route.ComponentProps) {
  return (
    <>
      <header className={page.head}>
        <h1>Sign-in and security</h1>
        <p>Where you are signed in, and how to change your password.</p>
      </header>
      {actionData && !('faults' in actionData && actionData.faults.length > 0) && <Outcome {...actionData} />}
      <ChangePassword email={email} serverMessage={actionData && 'faults' in actionData ? actionData : undefined} />
      <Sessions sessions={sessions} />
    </>
  );
}

/** Takes the focus, because the pressed button may have disappeared. */
function Outcome({ isDone, message }: { isDone: boolean; message: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [message]);
  return (
    <div ref={ref} tabIndex={-1}>
      <Note tone={isDone ? 'success' : 'danger'} isLive>
        <strong>{message}</strong>
      </Note>
    </div>
  );
}

function Sessions({ sessions }: { sessions: Session[] }) {
  const { formData } = useNavigation();
  const ending = formData?.get('session');
  return (
    <section className={styles.card} aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <h3>
                {session.device}
                {session.isCurrent && <Badge tone="success">This device</Badge>}
              </h3>
              <p>
                Signed in <SessionTime at={session.createdDate} />, last used <SessionTime at={session.lastUsedDate} />
              </p>
            </div>
            {!session.isCurrent && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="session" value={session.id} />
                <Button
                  type="submit"
                  name="intent"
                  value="end"
                  look="quiet"
                  size="small"
                  isBusy={ending === session.id}
                >
                  Sign out
                  <Hidden>
                    {' '}
                    {session.device}, signed in {formatInstant(new Date(session.createdDate))}
                  </Hidden>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" preventScrollReset>
          <Button
            type="submit"
            name="intent"
            value="end-others"
            look="quiet"
            isBusy={formData?.get('intent') === 'end-others'}
          >
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </section>
  );
}

const SessionTime = ({ at }: { at: string }) => <time dateTime={at}>{formatInstant(new Date(at))}</time>;
