/** The form in which e-mails are compared: case, leading and trailing spaces and Unicode variants (NFKC) are ignored. */
export const comparableEmail = (email: string): string => storableEmail(email).toLowerCase();

/** The form in which an e-mail is stored: trimmed and NFKC-normalised, in its original case. */
export const storableEmail = (email: string): string => email.normalize('NFKC').trim();
