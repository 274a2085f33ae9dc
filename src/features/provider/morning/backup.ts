import type { Platform } from '../../../core/scope'
import type { BackupAge } from '../../../shared/morning'
import { readBackupState } from '../backups/state'

/** Age of the last backup, as the backups store it. */
export async function readBackupAge({ ports, handle }: Platform): Promise<BackupAge> {
  const { isServer, plan } = ports.backups
  const { success, failures } = await readBackupState(handle)
  return { kind: isServer ? 'server' : plan ? 'on' : 'off', at: success?.endedAt ?? null, failures }
}
