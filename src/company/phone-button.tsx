import { formatPhone, telephoneLink } from '#lib/text/phone.ts';
import { AnchorButton, type ButtonProps } from '#ui/button/button.tsx';
import { PhoneIcon } from '#ui/icons/icons.tsx';
import { usePublicSettings } from './use-settings.ts';

/** A button that calls the office; nothing if the settings could not be read. */
export function PhoneButton(props: Pick<ButtonProps, 'look' | 'size' | 'isBlock' | 'className'>) {
  const phone = usePublicSettings()?.company.officePhone;
  if (!phone) return null;
  return (
    <AnchorButton {...props} href={telephoneLink(phone)}>
      <PhoneIcon />
      {formatPhone(phone)}
    </AnchorButton>
  );
}
