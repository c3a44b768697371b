import { createContext, useContext } from 'react';

/** The nonce that this answer's Content-Security-Policy allows scripts by. */
export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = (): string | undefined => useContext(NonceContext);
