import base from './playwright.config.ts';
const { webServer: _, ...rest } = base as any;
export default { ...rest, testDir: '/work/h/pics/e2e', outputDir: '/work/h/pics/test-results' };
