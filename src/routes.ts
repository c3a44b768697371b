import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every page of the site and the file that makes it; a slash at the end of an address makes no difference. */
export default [
  layout('site/layout.tsx', [index('site/pages/home.tsx'), route('*', 'site/pages/not-found.tsx')]),
] satisfies RouteConfig;
