import { useSyncExternalStore } from 'react';
import { storageEvents, windowEvents } from '#lib/window-events.ts';
import { chosenSiteId, siteChosen } from './site-choice.ts';

const subscribe = windowEvents(...storageEvents, siteChosen);

/** The id of the site for which this browser orders, at once; '' for none, and on the server. */
export const useChosenSiteId = (): string => useSyncExternalStore(subscribe, chosenSiteId, () => '');
