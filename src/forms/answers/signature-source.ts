import type { Answer } from '../rules/values.ts';

/** Where a signature is read: its path, or a data URL of what travels without its prefix; `''` for none. */
export function signatureSource(answer: Answer): string {
  const text = typeof answer === 'string' ? answer.trim() : '';
  return text === '' || text.startsWith('/') || text.startsWith('data:') ? text : `data:image/png;base64,${text}`;
}
