/** Load of a process and its machine, as its row in `nodes` tells it every 5 s (`facts`). */
export interface NodeFigures {
  /** Processors that the process may use. */
  cores: number
  /** Average number of runnable tasks of the machine over a minute. */
  load: number
  /** Memory of the process, and of the whole machine, in bytes. */
  memoryBytes: number
  machineBytes: number
  /** Open browser sockets. */
  sockets: number
  /** Jobs that run now. */
  jobs: number
  /** Time in ms by which the machine's clock is ahead of the database's; null for a database file. */
  aheadMs: number | null
  /** Free space at the data directory for this user, and the size of its disk, in bytes. */
  diskFreeBytes: number
  diskBytes: number
}

/** This process, as others and the provider see it. */
export interface OwnNode {
  id: string
  name: string
  version: string
  startedAt: string
  /** True when the process shares its database with others. */
  isShared: boolean
  readFigures(): NodeFigures
}
