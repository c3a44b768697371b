import { withoutCards, withoutEmails, withoutKeys } from '#platform/process/log.server.ts';

/** The first line of a message, which may quote what a user entered: without card numbers, e-mails and keys. */
export const maskedLine = (text: string): string =>
  withoutCards(withoutEmails(withoutKeys(text.split('\n', 1)[0] ?? ''))).slice(0, 300);
