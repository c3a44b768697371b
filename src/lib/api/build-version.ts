/** The version of the build that this page was loaded from. The router does not export it. In the browser only. */
export const buildVersion = (): string | undefined =>
  (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version; // set by the framework
