export interface FieldFault {
  /** The id of the faulty control. */
  id: string;
  /** Its label, which the link then shows alone; the sentence stands beside it. */
  label?: string;
  message: string;
}

/** A fault whose field is named once: by the sentence itself, or by the label before it. */
export function faultNaming(label: string | undefined, { id, message }: FieldFault): FieldFault {
  const isNamed = label === undefined || message.toLowerCase().includes(label.toLowerCase());
  return isNamed ? { id, message } : { id, label, message };
}
