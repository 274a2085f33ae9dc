/** Facts of a planned move in the manifest of its file (docs/adr/0185). */
export interface MoveFacts {
  /** Id of the move, also in the mark of the old installation. */
  id: string
  /** The database file after the changes; `sha256` over the SHA-256 of each chunk of 64 kB. */
  database: { size: number; sha256: string }
}

/** Members that together are the database: its file while it was served, and what differed once it was stopped. */
export const baseName = 'balcao.db.base'
export const changesName = 'balcao.db.changes'
