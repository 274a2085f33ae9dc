import { type Static, t } from 'elysia'

const figure = t.Nullable(t.Number())

/**
 * A process of the installation. `drained` takes no work until it is received again, `silent` has not told that it lives
 * for 20 s. Figures are null where the process does not tell them, as one of an earlier version.
 */
export const Node = t.Object({
  id: t.String(),
  name: t.String(),
  version: t.String(),
  state: t.UnionEnum(['serving', 'drained', 'leaving', 'silent']),
  startedAt: t.String(),
  /** Time of the last heartbeat; null for the only process, which needs none. */
  seenAt: t.Nullable(t.String()),
  /** WhatsApp numbers whose sessions the process runs. */
  sessions: t.Number(),
  jobs: figure,
  sockets: figure,
  cores: figure,
  /** Average number of runnable tasks of the machine over a minute. */
  load: figure,
  memoryBytes: figure,
  machineBytes: figure,
  /** Time in ms by which the machine's clock is ahead of the database's. */
  aheadMs: figure,
})
export type Node = Static<typeof Node>

/** `isShared` is false for the only process of a database file, which cannot be drained. */
export const NodeList = t.Object({
  isShared: t.Boolean(),
  /** Id of the process that answers. */
  here: t.String(),
  nodes: t.Array(Node),
})
export type NodeList = Static<typeof NodeList>

export const NodeChange = t.Object({ state: t.UnionEnum(['serving', 'drained']) })
export type NodeChange = Static<typeof NodeChange>
