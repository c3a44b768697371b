/** All messages in the errors of a form or a field, at any depth. */
export function messagesIn(errors: unknown): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const { message, ref: _, ...inner } = errors as Record<string, unknown>; // an object has string keys
  const own = typeof message === 'string' && message !== '' ? [message] : [];
  return [...own, ...Object.values(inner).flatMap(messagesIn)];
}

/** The messages of all fields except `fields`, without duplicates; undefined if there are none. */
export function faultsOutside(errors: object, fields: readonly string[]): string | undefined {
  const others = Object.entries(errors).filter(([name]) => !fields.includes(name));
  return [...new Set(others.flatMap(([, fault]) => messagesIn(fault)))].join(' ') || undefined;
}
