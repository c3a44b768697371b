import { fullAddress } from '#addresses/full-address.ts';
import { usePublicSettings } from '#company/use-settings.ts';

export function PickupAddress() {
  const settings = usePublicSettings();
  if (!settings) return null;
  const { company, brand } = settings;
  return (
    <address>
      <strong>{company.name}</strong>
      {fullAddress(company.address)}
      <br />
      {brand.hours}
    </address>
  );
}
