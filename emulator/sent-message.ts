import { defaultWaitMs } from './default-wait'

export type Stage = 'delivered' | 'read' | 'played'

const order: Stage[] = ['delivered', 'read', 'played']

/** A message that a simulated phone sent, and how far it got. */
export class SentMessage {
  readonly at = Date.now()
  stage?: Stage
  /** How often the linked device asked for it again. */
  retries = 0
  private listeners?: (() => void)[]

  constructor(readonly id: string) {}

  reached(stage: Stage): boolean {
    return this.stage !== undefined && order.indexOf(this.stage) >= order.indexOf(stage)
  }

  /** Waits for the receipt; rejects after `timeout` milliseconds. */
  waitForStage(stage: Stage, timeout = defaultWaitMs): Promise<void> {
    if (this.reached(stage)) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.id} not ${stage} within ${timeout} ms`)), timeout)
      this.listeners ??= []
      this.listeners.push(() => {
        if (!this.reached(stage)) return
        clearTimeout(timer)
        resolve()
      })
    })
  }

  advance(stage: Stage) {
    if (this.reached(stage)) return
    this.stage = stage
    for (const check of this.listeners ?? []) check()
  }
}
