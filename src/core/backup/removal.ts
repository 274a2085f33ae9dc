import { describeBackupFailure } from './failure'
import type { BackupPlace, BackupTarget, StoredBackup } from './places/place'

/** Removals at a place; one that fails, such as of an object that is locked, ends no backup. */
export class Removal {
  /** Ids of removed backups. */
  readonly removed = new Set<string>()
  private readonly failures = new Set<string>()

  constructor(
    private readonly place: BackupPlace,
    private readonly target: BackupTarget,
  ) {}

  /** Why removals failed; null when none did. */
  get problem(): string | null {
    return this.failures.size > 0 ? `old backups were not removed: ${[...this.failures].join('; ')}` : null
  }

  /** Removes backups, each once. */
  async remove(backups: StoredBackup[]) {
    for (const { id } of new Set(backups))
      await this.attempt(async () => {
        await this.place.remove(id)
        this.removed.add(id)
      })
  }

  async attempt(work: () => Promise<unknown>) {
    await work().catch((error) => this.failures.add(describeBackupFailure(error, this.target)))
  }
}
