import { lazy, type ReactNode, Suspense } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, type ShouldRevalidateFunctionArgs } from 'react-router';
import headFont from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2?url';
import textFont from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import './tokens.css';
import './fonts.css';
import './base.css';
import { api, page } from './lib/api/api-context.ts';
import { useNonce } from './lib/api/nonce.ts';
import { administratorType } from './lib/api/access.ts';
import type { Viewer } from './lib/api/api-context.ts';
import { useRootData, ViewerOfPublicPage } from './lib/api/root-data.ts';
import { showMemberBeforePaint } from './accounts/sign-in/member-cookie.ts';
import { useCurrentViewer } from './accounts/sign-in/use-current-viewer.ts';
import { getPublicSettings } from './company/contract.ts';
import { usePublicSettings } from './company/use-settings.ts';
import { forgetHandledEvents, recordEarlyEvents } from './ui/lost-events/early-events.ts';
import { Notices } from './ui/feedback/notify.tsx';
import type { Route } from './+types/root';
import { afterPaint } from './scripts-after-paint.ts';
import { showMenus } from './site/content/menus-contract.ts';
import { beforePaint } from './site/colour-scheme.tsx';
import { ProblemPage } from './site/problem-page.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { origin, viewer, isShared } = page(context);
  const call = api(context);
  const [settings, menus] = await Promise.all([call(getPublicSettings), call(showMenus)]);
  return { origin, viewer: isShared ? undefined : viewer, settings, menus };
}

/** Viewer and settings are not loaded again on navigation, but after a posted form and on a reload. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && (formMethod !== undefined || currentUrl.href === nextUrl.href);

const preload = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const;

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const brand = usePublicSettings()?.brand;
  const viewer = useRootData()?.viewer;
  return (
    <html lang="en-AU" suppressHydrationWarning {...(import.meta.env.SSR ? roleAttributes(viewer) : {})}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf8f3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={brand?.darkGround ?? '#0c1716'} media="(prefers-color-scheme: dark)" />
        {/* React Aria and Vite's development client read the nonce for their style elements here. */}
        <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />
        {/* Before the first paint, so that nothing flashes or moves. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR ? recordEarlyEvents + beforePaint + showMemberBeforePaint : '',
          }}
        />
        <Meta />
        {(brand?.fontFiles ?? [textFont, headFont]).map((href) => (
          <link key={href} {...preload} href={href} />
        ))}
        <Links nonce={nonce} />
        {brand?.stylesheet && <link rel="stylesheet" href={brand.stylesheet} />}
      </head>
      <body {...forgetHandledEvents}>
        {children}
        <Notices />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        {import.meta.env.PROD && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? afterPaint : '' }}
          />
        )}
      </body>
    </html>
  );
}

/** What decides which entries are shown (`base.css`). On a public page, a script of the head sets it from the member cookie. */
const roleAttributes = (viewer: Viewer | null | undefined) => ({
  'data-own': viewer === undefined ? undefined : '',
  'data-member': viewer ? '' : undefined,
  'data-administrator': viewer?.userType === administratorType ? '' : undefined,
});

/** Asks members to sign in again. If it cannot be loaded, the call that fails reports the expired session. */
const SessionRenewal = lazy(() =>
  import('./accounts/sign-in/session-renewal.tsx').then(
    (file) => ({ default: file.SessionRenewal }),
    () => ({ default: () => null }),
  ),
);

export default function App({ loaderData }: Route.ComponentProps) {
  const viewer = useCurrentViewer(loaderData.viewer);
  return (
    <ViewerOfPublicPage value={viewer}>
      <Outlet />
      {viewer && (
        <Suspense>
          <SessionRenewal key={viewer.id} viewer={viewer} />
        </Suspense>
      )}
    </ViewerOfPublicPage>
  );
}

/** The page for errors that no other page handles; the root's own data may be missing. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProblemPage error={error} />;
}
