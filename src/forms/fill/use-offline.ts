import { useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '#ui/idle.ts';
import { ownVersion } from '#lib/api/own-version.ts';
import type { ShownForm } from '../definition/shapes.ts';
import { loadParts } from './load-parts.ts';

const idleMs = 3_000;

/** Has everything of the form fetched, and the page kept by the worker (`public/forms-worker.js`), so that it opens offline. */
export function useOffline(form: ShownForm, isKept: boolean): void {
  const { version } = form;
  const [path] = useState(() => (typeof window === 'undefined' ? '' : window.location.pathname));
  useEffect(
    () =>
      whenIdle(() => {
        const loading = loadParts(form);
        if (isKept && import.meta.env.PROD) void loading.then(() => keepPage(path, version)).catch(() => undefined);
      }, idleMs),
    [form, path, version, isKept],
  );
}

async function keepPage(path: string, formVersion: number): Promise<void> {
  if (!('serviceWorker' in navigator) || !navigator.onLine) return;
  const options = { scope: '/forms/', updateViaCache: 'none' } as const;
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(
    '/forms-worker.js',
    options,
  );
  const worker = registration && (await activeOf(registration));
  worker?.postMessage({ kind: 'keep', path, build: ownVersion(), formVersion, assets: loadedAssets() });
}

/** The worker once it is at work; a page that the router led to is none of its clients, and can't wait for `ready`. */
function activeOf({ active, waiting, installing }: ServiceWorkerRegistration): Promise<ServiceWorker | undefined> {
  const coming = installing ?? waiting;
  if (!coming) return Promise.resolve(active ?? undefined);
  return new Promise((resolve) => {
    const look = (): void => {
      if (coming.state === 'activated') resolve(coming);
      else if (coming.state === 'redundant') resolve(active ?? undefined);
    };
    coming.addEventListener('statechange', look);
    look();
  });
}

/** Scripts, styles, fonts and pictures of the build that this page has loaded. */
const loadedAssets = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

/** Whether the worker has opened this page from what it keeps. */
export const isFromDevice = (): boolean => document.documentElement.dataset['kept'] !== undefined;

const watchLine = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** The same, and the browser has a connection: the server did not answer. False as the server draws the page. */
export const useIsServerAway = (): boolean =>
  useSyncExternalStore(
    watchLine,
    () => isFromDevice() && navigator.onLine,
    () => false,
  );

/** Whether the browser knows that it has no connection. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(
    watchLine,
    () => !navigator.onLine,
    () => false,
  );
