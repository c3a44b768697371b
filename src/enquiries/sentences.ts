/** Sentences that users read (specification of the site, sections 5 and 8). */
export const sentences = {
  sent: 'Your message has been successfully sent.',
  failed: 'Unable to send your message.',
  tooManyWords: 'Message should not exceed 500 Words.',
} as const;

export const maxWords = 500;
/** The longest name of a sender, in characters. */
export const maxNameLength = 30;

/** The number of words, separated by white space. */
export const countWords = (message: string): number => message.split(/\s+/).filter(Boolean).length;
