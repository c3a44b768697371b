import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};
const inBrowser = () => true;
const onServer = () => false;

/** Whether the page is hydrated: false in the server's HTML, true once event handlers work. */
export const useIsHydrated = (): boolean => useSyncExternalStore(neverChanges, inBrowser, onServer);
