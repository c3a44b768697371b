/** What a user reads (specification of the site, sections 5 and 8). */
export const sentences = {
  sent: 'Your message has been successfully sent.',
  failed: 'Unable to send your message.',
  tooManyWords: 'Message should not exceed 500 Words.',
} as const;

export const mostWords = 500;
/** Letters of a sender's name. */
export const longestName = 30;

/** Words as a reader counts them: what stands between blanks. */
export const countWords = (message: string): number => message.split(/\s+/).filter(Boolean).length;
