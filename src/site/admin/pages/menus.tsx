import { useState } from 'react';
import { usePublicSettings } from '#company/use-settings.ts';
import { HistoryPanel } from '#history/history-panel.tsx';
import { PageFormFrame } from '#history/page-form.tsx';
import { api, loadOrPageError, requireAdministrator } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { notify } from '#ui/feedback/notify.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { type MenusContent, menusContent } from '../../content/menus-contract.ts';
import { BannerCard } from '../banner-card.tsx';
import { siteChoices } from '../contract.ts';
import { ContentField, ContentForm } from '../fields/content-field.tsx';
import { inWords } from '../fields/differences.ts';
import { useContentForm } from '../fields/use-content-form.ts';
import type { Path } from '../fields/value-at.ts';
import { readMenus, recordSentences, type saveMenus } from '../records-contract.ts';
import styles from '../records.module.css';
import { SiteNav } from '../site-nav.tsx';
import type { Route } from './+types/menus';

export const handle = { crumb: 'Menus', above: [{ label: 'Pages', to: '/admin/site/' }] };

export const meta = backOfficeMeta('Menus');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageSite');
  const ask = api(context);
  const load = async () => {
    const [menus, choices] = await Promise.all([ask(readMenus), ask(siteChoices)]);
    return { menus: menusContent.parse(menus), version: menus.version, choices };
  };
  return loadOrPageError(recordSentences.menus, load());
}

const parts = ['main', 'foot'] as const;
const abouts = {
  main: 'The bar at the top of every page. The links to the shop and to accounts follow it; they are switched on in Settings, under Navigation.',
  foot: 'The columns at the bottom of every page. The column of services is made from your list.',
};

const versioned = (menus: MenusContent, version: number) => ({ content: menus, version });

/** The menus at the top and the foot of every page. */
export default function Menus({ loaderData: { menus, version, choices } }: Route.ComponentProps) {
  const [pictures] = useState(() => new Map());
  const form = useContentForm<MenusContent>({
    shape: menusContent,
    stored: versioned(menus, version),
    names: ['menus'],
    read: async () => {
      const latest = await call<typeof readMenus>('GET /v1/site/menus', {});
      return versioned(menusContent.parse(latest), latest.version);
    },
    save: async (content, base) => {
      const body = { ...content, version: base };
      const saved = await call<typeof saveMenus>('PUT /v1/site/menus', { body });
      return versioned(menusContent.parse(saved), saved.version);
    },
    saved: () => notify({ text: 'The menus have been saved.' }),
    failed: 'Unable to save the menus.',
  });
  const { content, change, bringBack, faults, differing } = form;
  const flags = usePublicSettings()?.navigation;
  const noteOf = ([part, place]: Path): string | undefined => {
    const entry = part === 'main' ? content.main[Number(place)] : undefined;
    if (entry?.isFaqs && flags?.faqs === false)
      return 'Hidden now. To show it, switch on “FAQs” in Settings, under Navigation.';
    if (entry?.listsServices && choices.services.length === 0)
      return 'Hidden now. It shows once you have added a service.';
    return undefined;
  };
  const fields = { content, change, bringBack, faults, choices, noteOf, pictures, addPicture: () => {} };
  const differences = differing && inWords(differing, { choices, picture: () => '' }); // menus have no pictures
  return (
    <ContentForm fields={fields}>
      <PageHead title="Menus">The links at the top and bottom of every page.</PageHead>
      <SiteNav />
      <PageFormFrame
        record={{ entity: 'site_menus', id: '1' }}
        state={{ ...form.state, differences }}
        faults={form.listed}
        changes={form.changes}
        things="menu"
      >
        <form method="dialog" noValidate className={styles.menus} onSubmit={(event) => void form.state.submit(event)}>
          {parts.map((part) => (
            <section key={part} className={panel.card}>
              <p className={styles.about}>{abouts[part]}</p>
              <ContentField
                shape={menusContent.shape[part]}
                value={content[part]}
                path={[part]}
                names={['menus', part]}
              />
            </section>
          ))}
          <BannerCard />
          <HistoryPanel entity="site_menus" id="1" version={form.version} />
          {/* Lets the Enter key in any field submit the form, as the save bar does. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        </form>
      </PageFormFrame>
    </ContentForm>
  );
}
