import { sendFromCustomer } from '../../emulator/control/action-handlers'
import type { Simulation } from '../../emulator/control/simulation'
import { askingCustomer } from './people'

const pollMs = 400
const firstDelayMs = 40_000
/** Questions to the assistant; after the last one it asks for a person. */
const questions = [
  'Vocês abrem no domingo?',
  'E quanto custa a degustação?',
  'Legal! Quero falar com um atendente, por favor.',
]

/**
 * Simulated customer who chooses the assistant from the menu 40 s after the start, asks it questions and then asks for a
 * person. Stays silent when a person answers, or when a user writes as this customer.
 */
export class AskingCustomer {
  private handled = 0
  private askedQuestions = 0
  private timer?: ReturnType<typeof setInterval>
  private isStopped = false

  /** @param owner number of the company's linked phone @param pace factor of all delays, below 1 in tests */
  constructor(
    private readonly simulation: Simulation,
    private readonly owner: string,
    private readonly pace = 1,
  ) {}

  start() {
    this.handled = this.inbox.length
    void this.wait(firstDelayMs).then(() => {
      void this.say('Oi! Tenho umas dúvidas')
      this.timer = setInterval(() => this.answerNext(), pollMs * this.pace)
      this.timer.unref()
    })
  }

  stop() {
    this.isStopped = true
    clearInterval(this.timer)
  }

  private get inbox() {
    return this.simulation.customer(askingCustomer.number).inbox
  }

  private answerNext() {
    const news = this.inbox.slice(this.handled).flatMap(({ text }) => text ?? [])
    this.handled = this.inbox.length
    const isUsed = (this.simulation.seenCounts.get(askingCustomer.number) ?? 0) >= this.inbox.length
    if (news.length === 0 || isUsed) return
    const line = this.lineAfter(news.at(-1) ?? '')
    if (line) void this.wait(2500).then(() => this.say(line))
  }

  /**
   * The queue for orders, then the option of the assistant, the next question after its answer, nothing after a person's.
   */
  private lineAfter(text: string): string | undefined {
    const option = /\*\[ (\w+) \]\* - (?:.*assistente|Encomendas)/i.exec(text)?.[1]
    return option ?? (text.includes('(resposta simulada)') ? questions[this.askedQuestions++] : undefined)
  }

  private async say(text: string) {
    if (this.isStopped) return
    await sendFromCustomer(this.simulation, askingCustomer.number, this.owner, text).catch(() => undefined)
  }

  private async wait(milliseconds: number) {
    await new Promise<void>((resolve) => setTimeout(resolve, milliseconds * this.pace).unref())
  }
}
