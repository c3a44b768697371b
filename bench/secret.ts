/** What the bench's servers sign with, and tokens made for them. */
export const sessionSecret = 'a secret of the bench, long enough to sign';
