import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import * as contract from './contract.ts';
import { type BackupDeps, requestBackup } from './make-backup.server.ts';
import { deleteBackup, openBackup, readOverview } from './read-backups.server.ts';
import { requestDrill } from './restore-drill.server.ts';

export function backupRoutes(on: RegisterEndpoint, deps: BackupDeps & Pick<Deps, 'jobs'>): void {
  on(contract.readBackups, () => readOverview(deps));
  on(contract.createBackup, ({ context }) => requestBackup(deps, context));
  on(contract.downloadBackup, async ({ params, context, reply }) => {
    const { fileName, size, body } = await openBackup(deps, params.id, context);
    return reply
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('content-type', fileName.endsWith('.enc') ? 'application/octet-stream' : 'application/zip')
      .header('content-length', size)
      .send(body);
  });
  on(contract.deleteBackup, ({ params, context }) => deleteBackup(deps, params.id, context));
  on(contract.runDrill, () => requestDrill(deps));
}
