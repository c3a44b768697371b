import type { Answer } from '../rules/values.ts';

/** Image source of a signature: its path, or a data URL made from base64; `''` for none. */
export function signatureSource(answer: Answer): string {
  const text = typeof answer === 'string' ? answer.trim() : '';
  return text === '' || text.startsWith('/') || text.startsWith('data:') ? text : `data:image/png;base64,${text}`;
}
