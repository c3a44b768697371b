import { data, useRevalidator } from 'react-router';
import { addressNames } from '#addresses/field/address-values.ts';
import { call } from '#lib/api/api.ts';
import { api, signedIn } from '#lib/api/api-context.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { describe } from '#lib/api/page-meta.ts';
import { Problem } from '#lib/api/problem.ts';
import { refusalHeaders } from '#lib/api/refusal.ts';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { refused, textOf, textsOf } from '../account-form.ts';
import styles from '../profile/account-page.module.css';
import {
  dropPendingEmail,
  type Profile,
  readProfile,
  sendConfirmation,
  sentences,
  updateProfile,
  userTypes,
} from '../contract.ts';
import { personNames } from '../profile/person-fields.tsx';
import type { Route } from './+types/profile';
import { PendingEmail } from './pending-email.tsx';
import { CompanyProfile, PersonProfile } from './profile-form.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id } = signedIn(context, url);
  try {
    return { profile: await api(context)(readProfile, { params: { userId: id } }) };
  } catch (error) {
    throw error instanceof Problem ? data({ message: sentences.profileFailed }, error.status) : error;
  }
}

/** Saves without script, and sends or calls off what waits to be confirmed. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const asked = api(context);
  const { postcode: postCode, ...rest } = textsOf(form, [...personNames, 'companyName', 'abn', ...addressNames]);
  const typed = { ...rest, postCode };
  const version = Number(textOf(form, 'version')) || undefined;
  const intent = textOf(form, 'intent');
  try {
    switch (intent) {
      case 'send-again':
        return { ...nothingWrong, done: (await asked(sendConfirmation)).message };
      case 'call-off':
        await asked(dropPendingEmail);
        return { ...nothingWrong, done: 'The change of your email has been called off.' };
      default:
        await asked(updateProfile, { body: { ...typed, version } });
        return { ...nothingWrong, done: sentences.profileSaved };
    }
  } catch (error) {
    const shown = intent === '' ? typed : undefined; // else the form has not been sent
    return refused(error, sentences.profileNotSaved, { typed: shown, done: undefined });
  }
}

const nothingWrong = { typed: undefined, message: '', faults: [] };

export { refusalHeaders as headers };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Your profile',
    description: 'Who you are, how to reach you, and what fills your orders in.',
    path: '/update-profile/',
    isPrivate: true,
  });

export default function ProfilePage({ loaderData: { profile }, actionData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const typed = actionData?.typed;
  const save = async (body: InputOf<typeof updateProfile>['body']): Promise<Profile> => {
    const saved = await call<typeof updateProfile>('PUT /v1/core/accounts/update/own-profile', { body });
    notify({ text: sentences.profileSaved });
    await revalidate(); // the header greets by name
    return saved;
  };
  const Form = profile.userType === userTypes.company ? CompanyProfile : PersonProfile;
  return (
    <>
      <header className={styles.head}>
        <h1>Your profile</h1>
        <p>Who you are and how we reach you. It fills in your orders and enquiries.</p>
      </header>
      {actionData?.done && (
        <Note tone="success" isLive>
          <strong>{actionData.done}</strong>
        </Note>
      )}
      {actionData?.message && !typed && (
        <Note tone="danger" isLive>
          {actionData.message}
        </Note>
      )}
      {profile.pendingEmail !== null && <PendingEmail email={profile.email} pending={profile.pendingEmail} />}
      <Form profile={profile} told={typed && { ...actionData, typed }} save={save} />
    </>
  );
}
