import { useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '#ui/when-idle.ts';
import { buildVersion } from '#lib/api/build-version.ts';
import type { ShownForm } from '../definition/definition.ts';
import { loadFieldCode } from './load-field-code.ts';

const idleMs = 3_000;

/** Loads all code of the form. If `isCached`, the service worker (`public/forms-worker.js`) caches the page for offline use. */
export function useOffline(form: ShownForm, isCached: boolean): void {
  const { version } = form;
  const [path] = useState(() => (typeof window === 'undefined' ? '' : window.location.pathname));
  useEffect(
    () =>
      whenIdle(() => {
        const loading = loadFieldCode(form);
        if (isCached && import.meta.env.PROD) void loading.then(() => cachePage(path, version)).catch(() => undefined);
      }, idleMs),
    [form, path, version, isCached],
  );
}

async function cachePage(path: string, formVersion: number): Promise<void> {
  if (!('serviceWorker' in navigator) || !navigator.onLine) return;
  const options = { scope: '/forms/', updateViaCache: 'none' } as const;
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(
    '/forms-worker.js',
    options,
  );
  const worker = registration && (await activeOf(registration));
  worker?.postMessage({ kind: 'keep', path, build: buildVersion(), formVersion, assets: loadedAssets() });
}

/** Resolves with the active worker. `ready` cannot be used: a page reached by client-side navigation is not the worker's client. */
function activeOf({ active, waiting, installing }: ServiceWorkerRegistration): Promise<ServiceWorker | undefined> {
  const next = installing ?? waiting;
  if (!next) return Promise.resolve(active ?? undefined);
  return new Promise((resolve) => {
    const check = (): void => {
      if (next.state === 'activated') resolve(next);
      else if (next.state === 'redundant') resolve(active ?? undefined);
    };
    next.addEventListener('statechange', check);
    check();
  });
}

/** Paths of the build assets that this page has loaded. */
const loadedAssets = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

/** Whether the service worker served this page from its cache. */
export const isFromDevice = (): boolean => document.documentElement.dataset['kept'] !== undefined;

const watchConnection = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Whether the page came from the cache although the browser is online, because the server did not respond. */
export const useIsServerUnreachable = (): boolean =>
  useSyncExternalStore(
    watchConnection,
    () => isFromDevice() && navigator.onLine,
    () => false,
  );

/** Whether the browser reports that it is offline. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(
    watchConnection,
    () => !navigator.onLine,
    () => false,
  );
