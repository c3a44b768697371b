import { fullAddress } from '#addresses/full-address.ts';
import { openingHours } from '#lib/text/opening-hours.ts';
import { usePublicSettings } from '#company/use-settings.ts';

export function PickupAddress() {
  const company = usePublicSettings()?.company;
  if (!company) return null;
  return (
    <address>
      <strong>{company.name}</strong>
      {fullAddress(company.address)}
      <br />
      {openingHours}
    </address>
  );
}
