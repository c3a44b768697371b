import { formatPhone, telephoneLink } from '#lib/text/phone.ts';

/** A phone number as a link that starts a call. */
export function PhoneLink({ phone, className }: { phone: string; className?: string | undefined }) {
  return (
    <a href={telephoneLink(phone)} className={className}>
      {formatPhone(phone)}
    </a>
  );
}
