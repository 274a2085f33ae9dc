import { log } from '../core/log'
import type { ConnectionRef, SessionState } from './contract'

const tries = 3

/** The state of one connection, told to the product change by change, in order, one at a time. */
export class States {
  now: SessionState = {
    status: 'DISCONNECTED',
    reason: 'notStarted',
    qrcode: '',
    pairingCode: '',
    retries: 0,
    number: null,
    lid: null,
  }
  private last: Promise<void> = Promise.resolve()

  constructor(
    private readonly deliver: (state: SessionState) => Promise<void>,
    private readonly connection: ConnectionRef,
  ) {}

  tell(change: Partial<SessionState>) {
    this.now = { ...this.now, ...change }
    const state = this.now
    this.last = this.last.then(() => this.pass(state))
  }

  /** Resolves when everything was told. */
  told(): Promise<void> {
    return this.last
  }

  private async pass(state: SessionState) {
    for (let attempt = 1; attempt <= tries; attempt++) {
      try {
        return await this.deliver(state)
      } catch (err) {
        log.error({ err, ...this.connection, status: state.status }, 'a state was not stored')
        await Bun.sleep(100 * attempt)
      }
    }
  }
}
