import type { Bus } from '../../core/nodes/bus'
import { RemoteSessions, type ToldSession } from './remote-sessions'

const kinds = { told: 'sessions', all: 'allSessions', ask: 'askSessions' } as const

/** Tells the other nodes the states of this node's sessions, and stores theirs. */
export class ToldSessions {
  readonly remote = new RemoteSessions()
  private readonly told = new Map<number, ToldSession>()

  constructor(private readonly bus: Pick<Bus, 'send'>) {}

  /** Tells the state of one of this node's sessions if it has changed. */
  tell(session: ToldSession) {
    const before = this.told.get(session.whatsappId)
    const isSame =
      before?.token === session.token && before.isOpen === session.isOpen && before.isBehind === session.isBehind
    if (isSame) return
    this.told.set(session.whatsappId, session)
    this.bus.send(kinds.told, [session])
  }

  /** Tells that a session has ended here. */
  end(whatsappId: number, token: number) {
    this.told.delete(whatsappId)
    this.bus.send(kinds.told, [{ whatsappId, token, isOpen: false, isBehind: false } satisfies ToldSession])
  }

  /** Asks for all sessions of the others and tells the own ones: call at the start, and when items were lost. */
  exchange() {
    this.tellAll()
    this.bus.send(kinds.ask, null)
  }

  /** Handles an item of the bus; false for one of another kind. */
  receive(from: string, kind: string, content: unknown): boolean {
    if (kind === kinds.told) this.remote.store(from, content as ToldSession[])
    else if (kind === kinds.all) this.remote.replace(from, content as ToldSession[])
    else if (kind === kinds.ask) this.tellAll()
    else return false
    return true
  }

  private tellAll() {
    this.bus.send(kinds.all, [...this.told.values()])
  }
}
