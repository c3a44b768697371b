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
