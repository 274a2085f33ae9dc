/** State of a session as its node tells it. */
export interface ToldSession {
  whatsappId: number
  /** Of the lease under which the session runs. */
  token: number
  isOpen: boolean
  isBehind: boolean
}

/** Copy of the states of sessions that other nodes run. It may be stale by the time of a packet. */
export class RemoteSessions {
  private readonly sessions = new Map<number, ToldSession & { node: string }>()

  /** Stores what a node tells; what a former holder tells late is ignored. */
  store(node: string, told: ToldSession[]) {
    for (const session of told) {
      const before = this.sessions.get(session.whatsappId)
      if (!before || session.token >= before.token) this.sessions.set(session.whatsappId, { ...session, node })
    }
  }

  /** Stores all sessions of a node, and forgets its others. */
  replace(node: string, told: ToldSession[]) {
    this.forget(node)
    this.store(node, told)
  }

  /** Forgets the sessions of a node that has ended or is silent. */
  forget(node: string) {
    for (const [whatsappId, session] of this.sessions) if (session.node === node) this.sessions.delete(whatsappId)
  }

  isOpen = (whatsappId: number): boolean => this.sessions.get(whatsappId)?.isOpen === true
  isBehind = (whatsappId: number): boolean => this.sessions.get(whatsappId)?.isBehind === true

  /** The node with the open session of a connection. */
  nodeOf(whatsappId: number): string | undefined {
    const session = this.sessions.get(whatsappId)
    return session?.isOpen ? session.node : undefined
  }
}
