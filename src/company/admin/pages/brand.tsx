import { PageFormFrame } from '#history/page-form.tsx';
import { HistoryPanel } from '#history/history-panel.tsx';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import settingsStyles from '../settings.module.css';
import { brandFormSentences, useBrandForm } from '../brand-form.ts';
import { ColoursCard } from '../colours-card.tsx';
import { FontsCard } from '../fonts-card.tsx';
import { getBrand } from '../../brand-contract.ts';
import { PicturesCard } from '../pictures-card.tsx';
import { WordsCard } from '../words-card.tsx';
import type { Route } from './+types/brand';

export const handle = { crumb: 'Brand' };

export const meta = backOfficeMeta('Brand');

/** The style sheet with all pairs of fonts, which this page shows; other pages load only the brand's pair. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: '/brand/fonts.css' }];

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageSite');
  return { brand: await loadOrPageError(brandFormSentences.readFailed, api(context)(getBrand)) };
}

export default function BrandPage({ loaderData: { brand: stored } }: Route.ComponentProps) {
  const brand = useBrandForm(stored);
  return (
    <>
      <PageHead title="Brand">What your company looks like and says of itself on every page.</PageHead>
      <PageFormFrame
        record={{ entity: 'brand', id: '1' }}
        state={brand}
        faults={brand.faults}
        changes={brand.changes}
        things="field"
      >
        <form
          method="dialog"
          noValidate
          className={settingsStyles.cards}
          onSubmit={(event) => void brand.submit(event)}
        >
          <PicturesCard brand={brand} />
          <ColoursCard brand={brand} />
          <FontsCard brand={brand} />
          <WordsCard brand={brand} />
          <HistoryPanel entity="brand" id="1" version={stored.version} />
          {/* Lets the Enter key in any field submit the form, as the save bar does. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        </form>
      </PageFormFrame>
    </>
  );
}
