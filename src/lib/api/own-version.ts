/** The build that this page was loaded with; the router keeps it for itself. In the browser only. */
export const ownVersion = (): string | undefined =>
  (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version; // set by the framework
