import { fieldsMissing } from '#lib/api/sentences.ts';

/** Sentences that users read (specification of the site, sections 5 and 6). */
export const sentences = {
  signInFailed: 'Sorry, your user name or password is incorrect or we were unable to connect to the server.',
  registerFailed: 'Unable to register.',
  profileFailed: 'Unable to fetch the user profile.',
  emailTaken: 'An account with this email already exists.',
  termsMissing: 'Please accept the terms and conditions.',
  fieldsMissing,
  sessionEnded: 'Your session has ended. Please sign in again.',
  tooManyFailures: 'Too many failed attempts. Please try again in a few minutes.',
  crossSite: 'This request did not come from our site.',
  signedOut: 'You are signed out.',
  accountMissing: 'Account does not exist.',
  resetSent: 'Change password has been initiated. Please check you email.',
  profileNotSaved: 'Unable to update your profile.',
  profileSaved: 'Your profile has been successfully updated.',
  confirmSent: 'We have sent a link to your new email address.',
  linkInvalid: 'This link is no longer valid.',
  linkNotChecked: 'Unable to check the link. Please try again in a moment.',
  passwordWrong: 'Your current password is incorrect.',
  passwordChanged: 'Your password has been changed. All other devices have been signed out.',
  passwordNotChanged: 'Unable to change your password.',
  tooManyMails: 'We have sent several e-mails already. Please try again in a few minutes.',
} as const;
