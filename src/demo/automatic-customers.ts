import { sendFromCustomer } from '../../emulator/control/action-handlers'
import type { WireContent } from '../../emulator/control/control-api'
import type { Simulation } from '../../emulator/control/simulation'
import type { CustomerPhone } from '../../emulator/customer-phone'
import type { Received } from '../../emulator/inbox'
import { answerToRobot } from './answers-to-robot'
import { answerToFlow, flowPhrase } from './flow'
import { newCustomers, type Person, people } from './people'
import { Random } from './random'

const pollMs = 400
/** Number of `people` who answer; these have an open or pending ticket. */
const answeringCount = 21
/** Pause before each new customer. */
const newCustomerDelayMs = 25_000
/** Shortest and longest pause before one of the other customers writes again. */
const steadyDelayMs = [40_000, 80_000] as const
/** Number of these customers who wait for a person's answer at a time; more are not sent. */
const maxWaiting = 5
/** Customers whose conversations are closed. */
const returning = people.slice(answeringCount)

const answers: WireContent[][] = [
  ['Oi! Obrigada por responder 😊', 'Perfeito, pode ser assim!', 'Combinado então. Até lá!'],
  ['Ah, que rápido! Deixa eu ver aqui…', 'Fechado 👏', 'Muito obrigada!'],
  ['Entendi. E aceita cartão na entrega?', 'Ótimo, então pode confirmar.', 'Valeu!'],
  ['Show! Vou falar com o pessoal de casa e já te digo.', 'Pode confirmar sim!', 'Brigadão'],
  [{ audio: { sample: 'voice', seconds: 4 }, ptt: true }, 'Isso mesmo 😄', 'Obrigada!'],
  ['Pode me mandar uma foto?', 'Que lindo!! Quero esse', { sticker: { sample: 'sticker' } }],
  ['Certo! Fiz o Pix agora', { image: { sample: 'receipt', seed: 5 }, caption: 'Comprovante' }, 'Obrigada 💛'],
]

const greetings: WireContent[][] = [
  ['Oi! Passei na frente da loja hoje e vi a vitrine 😍', 'Ainda tem bolo de pote?'],
  ['Boa tarde! Vocês fazem bolo só com frutas?', { image: { sample: 'cake', seed: 9 }, caption: 'Algo assim' }],
  [`Oi, tudo bem? Quero ${flowPhrase}`],
]

const returns: WireContent[][] = [
  ['Oi! Queria encomendar um bolo para sábado', 'Uns 25 pedaços, dá tempo?'],
  ['Bom dia! Vocês têm algo sem lactose?'],
  ['Oi, gente! A última torta fez sucesso 🥳', 'Quero repetir, quanto está?'],
  ['Olá, consigo trocar o horário da degustação?'],
  ['Oi! O Pix da minha encomenda caiu?'],
  ['Vocês entregam no domingo?', 'É aqui pertinho'],
  ['Oi! Me manda o cardápio de docinhos?'],
]

/**
 * Makes simulated customers act without a user: they answer each message of the company, choose from the robot's menus,
 * and from 25 s after the start new customers write, then customers of closed conversations, one after another while
 * the simulator is not paused. No message is sent after `stop`.
 */
export class AutomaticCustomers {
  private readonly handledCounts = new Map<string, number>()
  private readonly answerCounts = new Map<string, number>()
  private readonly answering = new Set<string>()
  /** Returning customers who wrote and have no answer of a person yet. */
  private readonly waiting = new Set<string>()
  private readonly random = new Random(Date.now())
  private stopped = false
  private timer?: ReturnType<typeof setInterval>

  /** @param owner number of the company's linked phone @param pace factor of all delays, below 1 in tests */
  constructor(
    private readonly simulation: Simulation,
    private readonly owner: string,
    private readonly pace = 1,
  ) {}

  start() {
    this.timer = setInterval(() => this.answerNewMessages(), pollMs * this.pace)
    this.timer.unref()
    this.simulation.automaticPaused = false
    void this.greetInTurn().then(() => this.returnInTurn())
  }

  stop() {
    this.stopped = true
    clearInterval(this.timer)
  }

  private answerNewMessages() {
    for (const [index, { number }] of [...people.slice(0, answeringCount), ...newCustomers, ...returning].entries()) {
      const customer = this.simulation.network.customers.get(number)
      if (!customer || this.answering.has(number)) continue
      const before = this.handledCounts.get(number) ?? 0
      this.handledCounts.set(number, customer.inbox.length)
      const news = customer.inbox.slice(before).filter((message) => isMessage(message) && message.from === this.owner)
      if (news.length > 0) void this.respond(customer, news, index).catch(() => undefined)
    }
  }

  /** Marks messages as read, shows typing and answers, with delays. No answer if the user writes as this customer. */
  private async respond(customer: CustomerPhone, news: Received[], index: number) {
    const { number } = customer
    this.answering.add(number)
    try {
      await this.waitScaled(this.random.between(900, 2500))
      customer.markRead()
      if (news.some(({ media }) => media?.voiceNote)) for (const { id } of news) customer.play(id)
      const answer = this.nextAnswer(number, index, news)
      await this.waitScaled(this.random.between(400, 1200))
      if (!this.stopped) customer.typing(this.simulation.owner(this.owner), isVoice(answer) ? 'recording' : 'composing')
      await this.waitScaled(this.random.between(1800, 3600))
      if (this.stopped || this.isControlledByUser(customer)) return
      await sendFromCustomer(this.simulation, number, this.owner, answer)
    } finally {
      this.answering.delete(number)
    }
  }

  /**
   * Returns the answer to a question of the flow or the robot, else the customer's next answer; after the last one, a
   * thumbs-up reaction to the last message.
   */
  private nextAnswer(number: string, index: number, news: Received[]): WireContent {
    const text = news.at(-1)?.text ?? ''
    const toRobot = answerToFlow(text) ?? answerToRobot(text, this.random)
    if (toRobot !== null) return toRobot
    this.waiting.delete(number)
    const count = this.answerCounts.get(number) ?? 0
    this.answerCounts.set(number, count + 1)
    const line = answers[index % answers.length]?.[count]
    return line ?? { reaction: '👍', to: news.at(-1)?.id ?? '' }
  }

  /** True when the page has marked all messages as read, which means that the user has this customer's phone open. */
  private isControlledByUser({ number, inbox }: CustomerPhone): boolean {
    return (this.simulation.seenCounts.get(number) ?? 0) >= inbox.length
  }

  private async greetInTurn() {
    for (const [index, customer] of newCustomers.entries()) {
      await this.waitScaled(newCustomerDelayMs)
      await this.sendGreeting(customer, index)
    }
  }

  /** Sends other words after each start, by the number of past messages. */
  private async sendGreeting({ number }: Person, index: number) {
    const past = this.simulation.threads.listBubbles(number, this.simulation.customer(number).inbox).length
    await this.sendLines({ number }, greetings[(past + index) % greetings.length] ?? [])
  }

  private async sendLines({ number }: Pick<Person, 'number'>, lines: WireContent[]) {
    for (const line of lines) {
      if (this.stopped) return
      await sendFromCustomer(this.simulation, number, this.owner, line)
      await this.waitScaled(3500)
    }
  }

  /** Customers of closed conversations write, one after another and in the order of the list, until `stop`. */
  private async returnInTurn() {
    for (let turn = 0; !this.stopped; ) {
      await this.waitScaled(this.random.between(...steadyDelayMs))
      if (this.simulation.automaticPaused || this.waiting.size >= maxWaiting) continue
      const customer = returning[turn++ % returning.length] as Person
      this.waiting.add(customer.number)
      this.answerCounts.delete(customer.number)
      await this.sendLines(customer, returns[turn % returns.length] ?? []).catch(() =>
        this.waiting.delete(customer.number),
      )
    }
  }

  private async waitScaled(milliseconds: number) {
    await new Promise<void>((resolve) => setTimeout(resolve, milliseconds * this.pace).unref())
  }
}

const isMessage = ({ kind }: Received) => kind !== 'reaction' && kind !== 'edit' && kind !== 'delete'
const isVoice = (content: WireContent) => typeof content === 'object' && 'audio' in content
