import { defaultWaitMs } from './default-wait'

type DeliveryStage = 'delivered' | 'read' | 'played'

const order: DeliveryStage[] = ['delivered', 'read', 'played']

/** Message sent by a simulated phone, with its delivery stage. */
export class SentMessage {
  readonly at = Date.now()
  stage?: DeliveryStage
  /** Number of retry receipts for this message. */
  retries = 0
  private listeners?: (() => void)[]

  constructor(readonly id: string) {}

  reached(stage: DeliveryStage): boolean {
    return this.stage !== undefined && order.indexOf(this.stage) >= order.indexOf(stage)
  }

  /** Resolves when the stage is reached; rejects after `timeout` milliseconds. */
  waitForStage(stage: DeliveryStage, timeout = defaultWaitMs): Promise<void> {
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

  advance(stage: DeliveryStage) {
    if (this.reached(stage)) return
    this.stage = stage
    for (const check of this.listeners ?? []) check()
  }
}
