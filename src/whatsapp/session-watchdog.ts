import { type Ending, tooQuiet } from './endings'
import type { Timing } from './options'
import type { SessionLifetime } from './session-lifetime'

interface Parts {
  lifetime: SessionLifetime
  timing: Pick<Timing, 'connect' | 'openWait' | 'qrWait' | 'silence'>
  /** True for a connection that a phone has linked: it is expected to open, others to show a QR code. */
  isLinked: boolean
  end(ending: Ending): void
}

/**
 * Ends a session whose connection brings no frame in time, that receives no frame for too long, or that neither opens
 * nor shows a QR code in time.
 */
export class SessionWatchdog {
  private lastFrameAt = performance.now()
  private isConnected = false
  private hasProgressed = false

  constructor(private readonly parts: Parts) {}

  start() {
    const { lifetime, timing, isLinked, end } = this.parts
    lifetime.after(timing.connect, () => this.isConnected || end(tooQuiet('no connection in time')))
    const limit = isLinked ? timing.openWait : timing.qrWait
    lifetime.after(limit, () => this.hasProgressed || end(tooQuiet('no answer in time')))
    this.checkSilence()
  }

  recordFrame() {
    this.isConnected = true
    this.lastFrameAt = performance.now()
  }

  /** The session has opened or shows a QR code. */
  recordProgress() {
    this.hasProgressed = true
  }

  private checkSilence() {
    const { lifetime, timing, end } = this.parts
    if (performance.now() - this.lastFrameAt > timing.silence) end(tooQuiet('no frame for too long'))
    else lifetime.after(timing.silence / 8, () => this.checkSilence())
  }
}
