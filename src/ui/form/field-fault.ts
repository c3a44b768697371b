export interface FieldFault {
  /** The id of the invalid control. */
  id: string;
  /** The field's label. If it is given, the label is the link and the message follows it. */
  label?: string;
  message: string;
}

/** Drops the label if the message already contains it. */
export function withoutRepeatedLabel(label: string | undefined, { id, message }: FieldFault): FieldFault {
  const isNamed = label === undefined || message.toLowerCase().includes(label.toLowerCase());
  return isNamed ? { id, message } : { id, label, message };
}

/** The message in an error of the form library; for a list of errors, the first message. */
export function messageOf(error: unknown): string | undefined {
  const { message } = (error ?? {}) as { message?: unknown }; // any value may have a message
  if (typeof message === 'string') return message;
  return Array.isArray(error) ? error.map(messageOf).find((one) => one !== undefined) : undefined;
}
