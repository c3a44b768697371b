/** The build that this page was loaded from; the router does not export it. In the browser only. */
export const ownVersion = (): string | undefined =>
  (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version; // set by the framework
