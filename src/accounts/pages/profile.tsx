import { data, useRevalidator } from 'react-router';
import { addressNames } from '#addresses/field/address-values.ts';
import { call } from '#lib/api/api.ts';
import { api, requireSignedIn } from '#lib/api/api-context.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { describe } from '#lib/api/page-meta.ts';
import { Problem } from '#lib/api/problem.ts';
import { refusalHeaders } from '#lib/api/refusal.ts';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { refusedForm, textOf, textsOf } from '../account-form.ts';
import styles from '../profile/account-page.module.css';
import {
  cancelEmailChange,
  type Profile,
  readProfile,
  sendConfirmation,
  updateProfile,
  userTypes,
} from '../contract.ts';
import { sentences } from '../sentences.ts';
import { personNames } from '../profile/person-fields.tsx';
import type { Route } from './+types/profile';
import { PendingEmail } from '../profile/pending-email-card.tsx';
import { CompanyProfile, PersonProfile } from '../profile/profile-form.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id } = requireSignedIn(context, url);
  try {
    return { profile: await api(context)(readProfile, { params: { userId: id } }) };
  } catch (error) {
    throw error instanceof Problem ? data({ message: sentences.profileFailed }, error.status) : error;
  }
}

/** Handles the page's forms without script: saving, and sending or cancelling the pending e-mail. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const callApi = api(context);
  const { postcode: postCode, ...rest } = textsOf(form, [...personNames, 'companyName', 'abn', ...addressNames]);
  const typed = { ...rest, postCode };
  const version = Number(textOf(form, 'version')) || undefined;
  const intent = textOf(form, 'intent');
  try {
    switch (intent) {
      case 'send-again':
        return { ...noErrors, done: (await callApi(sendConfirmation)).message };
      case 'call-off':
        await callApi(cancelEmailChange);
        return { ...noErrors, done: 'Your email change has been cancelled.' };
      default:
        await callApi(updateProfile, { body: { ...typed, version } });
        return { ...noErrors, done: sentences.profileSaved };
    }
  } catch (error) {
    const enteredValues = intent === '' ? typed : undefined; // the other forms send no profile
    return refusedForm(error, sentences.profileNotSaved, { typed: enteredValues, done: undefined });
  }
}

const noErrors = { typed: undefined, message: '', faults: [] };

export { refusalHeaders as headers };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Your profile',
    description: 'Your name and contact details, which we fill in on your orders.',
    path: '/update-profile/',
    isPrivate: true,
  });

export default function ProfilePage({ loaderData: { profile }, actionData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const typed = actionData?.typed;
  const save = async (body: InputOf<typeof updateProfile>['body']): Promise<Profile> => {
    const saved = await call<typeof updateProfile>('PUT /v1/core/accounts/update/own-profile', { body });
    notify({ text: sentences.profileSaved });
    await revalidate(); // the header shows the name
    return saved;
  };
  const Form = profile.userType === userTypes.company ? CompanyProfile : PersonProfile;
  return (
    <>
      <header className={styles.head}>
        <h1>Your profile</h1>
        <p>Your name and contact details, which we fill in on your orders and enquiries.</p>
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
      <Form profile={profile} serverMessage={typed && { ...actionData, typed }} save={save} />
    </>
  );
}
