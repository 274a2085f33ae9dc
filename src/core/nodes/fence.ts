import type { Handle } from '../storage/db'

/** Another node has the session's lease, or may have it by now: nothing of the session may be stored or sent. */
export class LeaseLost extends Error {
  constructor(whatsappId: number) {
    super(`the session of connection ${whatsappId} belongs to another node`)
  }
}

/** Right of one session to store and to send. A process that has its database alone needs none. */
export interface Fence {
  /** Unlike that of any other lease of the connection. */
  readonly token: number
  /** False from the moment at which another node may take over; the node then stops the session. */
  readonly isValid: boolean
  /** Call first in each transaction that stores keys or credentials of the session. @throws LeaseLost */
  check(tx: Handle): Promise<void>
}

/** Gives each session its right when it starts. */
export interface Fences {
  /** Null while this node may not run the session. */
  fenceOf(whatsappId: number): Fence | null
}
