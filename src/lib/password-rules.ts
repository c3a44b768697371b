/** The rules for new passwords, in the order of the checklist (contract, section 3). */
export const passwordRules = [
  { sentence: 'Password must have at least 8 characters.', isMet: (value: string) => [...value].length >= 8 },
  { sentence: 'Password must contain a number.', isMet: (value: string) => /\d/.test(value) },
  { sentence: 'Password is too long.', isMet: (value: string) => [...value].length <= 128 },
] as const;
