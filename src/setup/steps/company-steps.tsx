import { ColoursCard } from '#company/admin/colours-card.tsx';
import { CompanyCard } from '#company/admin/company-card.tsx';
import { FontsCard } from '#company/admin/fonts-card.tsx';
import { PicturesCard } from '#company/admin/pictures-card.tsx';
import { DeliveryCard } from '#company/admin/site-cards.tsx';
import { WordsCard } from '#company/admin/words-card.tsx';
import type { SetupForms } from '../use-setup.ts';

interface StepProps {
  setup: SetupForms;
}

export const CompanyStep = ({ setup: { settings } }: StepProps) => <CompanyCard settings={settings} />;

export const BrandStep = ({ setup: { settings, brand } }: StepProps) => (
  <>
    <ColoursCard brand={brand} companyName={settings.values.company.name} />
    <FontsCard brand={brand} companyName={settings.values.company.name} />
    <PicturesCard brand={brand} />
    <WordsCard
      brand={brand}
      only={['tagline', 'about']}
      about="Shown on every page. Leave empty what you do not know yet."
    />
  </>
);

export const AreaStep = ({ setup: { settings, brand } }: StepProps) => (
  <>
    <WordsCard
      brand={brand}
      only={['areas', 'hours']}
      title="Area"
      about="Where you work, and when you can be reached."
    />
    <DeliveryCard settings={settings} hasStockNote={false} />
  </>
);
