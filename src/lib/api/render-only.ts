import { createContext, useContext } from 'react';

/** What a page's loader has left in `PageServices.renderOnly`. */
export const RenderOnlyContext = createContext<unknown>(undefined);

/** The data that the page's loader left for rendering on the server and did not send; undefined in the browser. */
export const useRenderOnly = (): unknown => useContext(RenderOnlyContext);
