export interface FieldFault {
  /** The id of the invalid control. */
  id: string;
  /** Its label; the link then shows only the label, followed by the sentence. */
  label?: string;
  message: string;
}

/** Avoids naming a field twice: drops the label if the sentence names the field. */
export function withoutRepeatedLabel(label: string | undefined, { id, message }: FieldFault): FieldFault {
  const isNamed = label === undefined || message.toLowerCase().includes(label.toLowerCase());
  return isNamed ? { id, message } : { id, label, message };
}
