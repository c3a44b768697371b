import { useSyncExternalStore } from 'react';

const never = () => () => {};
const isHere = () => true;
const isNotHere = () => false;

/** Whether the page is hydrated: false in the server's HTML, true once event handlers work. */
export const useIsHydrated = (): boolean => useSyncExternalStore(never, isHere, isNotHere);
