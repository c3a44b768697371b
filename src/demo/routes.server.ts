import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { readDemoContent, removeDemoContent as removeEndpoint } from './contract.ts';
import { countDemoContent } from './demo-records.server.ts';
import { removeDemoContent } from './remove-demo-content.server.ts';

export function demoRoutes(on: RegisterEndpoint, deps: Deps): void {
  on(readDemoContent, async () => ({ counts: await countDemoContent(deps.db) }));
  on(removeEndpoint, ({ context }) => removeDemoContent(deps, context));
}
