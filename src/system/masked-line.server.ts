import { withoutCards, withoutEmails, withoutKeys } from '#platform/process/log.server.ts';

/** The first line of a message without card numbers, e-mail addresses and keys, because the message may quote what a user entered. */
export const maskedLine = (text: string): string =>
  withoutCards(withoutEmails(withoutKeys(text.split('\n', 1)[0] ?? ''))).slice(0, 300);
