import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { NonceContext } from './lib/api/nonce.ts';

// Browsers hide the attribute from scripts but not the property.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

// Loaded after the code that a first visit waits for.
void import('./ui/lost-events/mend-events.ts').then(
  ({ mendEvents }) => mendEvents(),
  () => undefined, // without it, a click during loading may have to be repeated, and a lost connection loses the page
);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <HydratedRouter />
      </NonceContext>
    </StrictMode>,
  );
});
