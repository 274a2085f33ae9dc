import { type Static, t } from 'elysia'

/** A complete backup; `at`: time as of which it holds the database. */
const Backup = t.Object({ id: t.String(), at: t.String(), size: t.Number() })

/** State of the backups of the installation. Times are UTC ISO, sizes in bytes. */
export const Backups = t.Object({
  /** True when the database is on a server, which is backed up by its own tools. */
  isServer: t.Boolean(),
  /** Place and kind of the key; null without BALCAO_BACKUP_URL. */
  plan: t.Nullable(t.Object({ place: t.String(), encryption: t.UnionEnum(['passphrase', 'key']) })),
  isRunning: t.Boolean(),
  /** Begin of the last attempt; null before the first one. */
  startedAt: t.Nullable(t.String()),
  /** Last success; `damaged`: files of conversations that were missing or changed on the disk. */
  success: t.Nullable(
    t.Object({ id: t.String(), at: t.String(), size: t.Number(), endedAt: t.String(), damaged: t.Number() }),
  ),
  /** Attempts that failed since the last success. */
  failures: t.Number(),
  /** Why the last attempt failed, or a warning, in English as in the log; null for neither. */
  problem: t.Nullable(t.String()),
  /** Next daily time; null when none is made. */
  nextAt: t.Nullable(t.String()),
  /** Backups of the place, the newest first. */
  kept: t.Array(Backup),
  /** Copies in the data directory, which exist while the place fails. */
  local: t.Array(Backup),
})
export type Backups = Static<typeof Backups>
