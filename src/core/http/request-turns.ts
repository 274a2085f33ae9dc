import { AppError } from '../../shared/errors'
import { Rotation } from '../rotation'
import type { CompanyId } from '../storage/schema'

/** Time in ms after which requests of the same turn of the event loop wait: some five usual ones, or forty refused ones. */
const sliceMs = 1
/** Requests of one key that may wait; further ones are refused. A thousand browsers that reconnect send as many. */
const maxWaiting = 10_000

/**
 * Decides when a request may begin, since all requests run on one thread. Requests begin at once until those of a turn
 * of the event loop have taken `sliceMs`. Later ones begin one per turn, with keys (companies or addresses)
 * in rotation, so that one with many requests delays another's by one. A request that waits for the network or the disk
 * holds up no other.
 */
export class RequestTurns<Key> {
  private readonly turns = new Rotation<Key>()
  private turnBegan: number | undefined

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Returns a promise that resolves when a request of the key may begin; undefined when it may begin at once.
   * @throws ERR_RATE_LIMIT when 10,000 requests of the key wait
   */
  enter(key: Key): Promise<void> | undefined {
    return this.mayBegin() ? undefined : this.wait(key)
  }

  /** Queues a request that may not begin at once. @throws ERR_RATE_LIMIT */
  wait(key: Key): Promise<void> {
    if (this.turns.countWaiting(key) >= maxWaiting) throw new AppError('ERR_RATE_LIMIT', { retryAfter: 1 })
    return this.turns.run(key, nextLoopTurn)
  }

  /** True while this turn of the event loop has time left and no request waits. */
  mayBegin(): boolean {
    if (this.turns.isBusy()) return false
    if (this.turnBegan === undefined) {
      this.turnBegan = this.now()
      setImmediate(() => {
        this.turnBegan = undefined
      })
    }
    return this.now() - this.turnBegan < sliceMs
  }
}

const nextLoopTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Requests of the process, and frames of browsers that read rows. */
export const requestTurns = new RequestTurns<CompanyId>()

/**
 * Turns of requests before their caller is known. Addresses take turns, and within an address its access tokens: two
 * companies behind one proxy do not delay each other, and invented tokens take turns of their own address only.
 */
export class ClientTurns {
  private readonly addresses = new RequestTurns<string>()
  private readonly clients = new Map<string, { turns: Rotation<string>; waiting: number }>()

  mayBegin = () => this.addresses.mayBegin()

  /** Resolves when the request may begin. @throws ERR_RATE_LIMIT when 10,000 requests of the address wait */
  async wait(address: string, token: string): Promise<void> {
    const here = this.clients.get(address) ?? { turns: new Rotation<string>(), waiting: 0 }
    if (here.waiting >= maxWaiting) throw new AppError('ERR_RATE_LIMIT', { retryAfter: 1 })
    this.clients.set(address, here)
    here.waiting++
    await here.turns.run(token, () => this.addresses.wait(address))
    here.waiting--
    if (here.waiting === 0) this.clients.delete(address)
  }
}

/** Requests of the process. */
export const clientTurns = new ClientTurns()
