import { log } from '../core/log'
import type { ConnectionRef, SessionState } from './contract'

const maxAttempts = 3

/** State of one connection. Each change is reported to the product, in order, one at a time. */
export class States {
  now: SessionState = {
    status: 'DISCONNECTED',
    reason: 'notStarted',
    qrcode: '',
    pairingCode: '',
    retries: 0,
  }
  private last: Promise<void> = Promise.resolve()

  constructor(
    private readonly deliver: (state: SessionState) => Promise<void>,
    private readonly connection: ConnectionRef,
  ) {}

  update(change: Partial<SessionState>) {
    this.now = { ...this.now, ...change }
    const state = this.now
    this.last = this.last.then(() => this.report(state))
  }

  /** Resolves when all changes so far have been reported. */
  reported(): Promise<void> {
    return this.last
  }

  private async report(state: SessionState) {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      try {
        return await this.deliver(state)
      } catch (err) {
        log.error({ err, ...this.connection, status: state.status }, 'a state was not stored')
        await Bun.sleep(100 * attempt)
      }
    }
  }
}
