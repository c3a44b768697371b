import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { NonceContext } from './lib/api/nonce.ts';

// Browsers hide the attribute from script and keep the property.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

// After what a first visit waits for; without it a press may have to be repeated.
void import('./ui/button/steady-press.ts').then(
  ({ keepPresses }) => keepPresses(document),
  () => undefined,
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
