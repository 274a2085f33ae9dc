import type { BackupThread } from './backup-thread'

/** Scheduled backups of this process, from its configuration. */
export interface OwnBackups {
  /** True when the database is on a server, which is backed up by its own tools. */
  isServer: boolean
  /** Place and kind of key for people, without secrets; null without BALCAO_BACKUP_URL. */
  plan: { place: string; encryption: 'passphrase' | 'key' } | null
  /** Makes backups; null without BALCAO_BACKUP_URL and with a database on a server. */
  thread: Pick<BackupThread, 'run' | 'stop' | 'isRunning' | 'isStopped'> | null
}
