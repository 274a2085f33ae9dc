import type { BackupKey } from './age'
import type { BackupSource } from './backup'
import type { BackupTarget, StoredBackup } from './places/place'
import type { Retention } from './retention'

/** Rules of the provider for scheduled backups. Sizes are in bytes. */
export interface BackupRules {
  retention: Retention
  /** Most bytes at the target; 0 for no quota. */
  quota: number
  /** Most bytes of copies in the data directory, which are made while the target cannot be used. */
  localQuota: number
}

/** A backup to make now. */
export interface BackupOrder extends BackupRules {
  /** Id of the installation, by which it knows its own backups. */
  installation: string
  source: BackupSource
  target: BackupTarget
  key: BackupKey
}

/** Result of a backup. */
export interface BackupReport {
  /** The new backup; null when it failed. */
  made: StoredBackup | null
  /** Why it failed, or a warning, in English as in the log; null for neither. */
  problem: string | null
  /** Number of files of conversations that were missing or changed on the disk. */
  damaged: number
  /** Complete backups of the target, the newest first; null when they cannot be listed. */
  kept: StoredBackup[] | null
  /** Copies in the data directory, the newest first. */
  local: StoredBackup[]
}
