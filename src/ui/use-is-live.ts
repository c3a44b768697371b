import { useSyncExternalStore } from 'react';

const never = () => () => {};
const isHere = () => true;
const isNotHere = () => false;

/** Whether scripts have taken the page over: false as the server draws it, true once a press does something. */
export const useIsLive = (): boolean => useSyncExternalStore(never, isHere, isNotHere);
