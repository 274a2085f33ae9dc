import { sendFromCustomer } from '../../emulator/control/action-handlers'
import type { WireContent } from '../../emulator/control/control-api'
import type { Simulation } from '../../emulator/control/simulation'
import type { CustomerPhone } from '../../emulator/customer-phone'
import type { Received } from '../../emulator/inbox'
import { newCustomer, people } from './people'
import { Random } from './random'

/** What customers of the demonstration do by themselves, so that somebody alone with it sees life. */

const pollMs = 400
/** How many of `people` answer: those whose conversations are open or waiting. */
const answeringCount = 21
const newCustomerDelayMs = 25_000

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
  ['Oi, tudo bem? Queria saber o horário de vocês no sábado', 'É para buscar uma torta'],
]

/** Answers what the shop writes, and comes by once with a question. Nothing happens after `stop`. */
export class AutomaticCustomers {
  private readonly handledCounts = new Map<string, number>()
  private readonly answerCounts = new Map<string, number>()
  private readonly answering = new Set<string>()
  private readonly random = new Random(Date.now())
  private stopped = false
  private timer?: ReturnType<typeof setInterval>

  /** @param owner number of the shop's linked phone; `pace` shortens all waits, for tests */
  constructor(
    private readonly simulation: Simulation,
    private readonly owner: string,
    private readonly pace = 1,
  ) {}

  start() {
    this.timer = setInterval(() => this.answerNewMessages(), pollMs * this.pace)
    this.timer.unref()
    void this.waitScaled(newCustomerDelayMs).then(() => this.sendGreeting())
  }

  stop() {
    this.stopped = true
    clearInterval(this.timer)
  }

  private answerNewMessages() {
    for (const [index, { number }] of [...people.slice(0, answeringCount), newCustomer].entries()) {
      const customer = this.simulation.network.customers.get(number)
      if (!customer || this.answering.has(number)) continue
      const before = this.handledCounts.get(number) ?? 0
      this.handledCounts.set(number, customer.inbox.length)
      const news = customer.inbox.slice(before).filter((message) => isMessage(message) && message.from === this.owner)
      if (news.length > 0) void this.respond(customer, news, index).catch(() => undefined)
    }
  }

  /** Reads, types and answers as a person would, unless somebody on the page has taken the phone over. */
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

  /** The next line of this person's; when they have run out, a thumb on the last message. */
  private nextAnswer(number: string, index: number, news: Received[]): WireContent {
    const count = this.answerCounts.get(number) ?? 0
    this.answerCounts.set(number, count + 1)
    const line = answers[index % answers.length]?.[count]
    return line ?? { reaction: '👍', to: news.at(-1)?.id ?? '' }
  }

  /** True when the page has marked everything read: there, a person is that customer. */
  private isControlledByUser({ number, inbox }: CustomerPhone): boolean {
    return (this.simulation.seenCounts.get(number) ?? 0) >= inbox.length
  }

  private async sendGreeting() {
    const past = this.simulation.threads.listBubbles(
      newCustomer.number,
      this.simulation.customer(newCustomer.number).inbox,
    ).length
    for (const line of greetings[past % greetings.length] ?? []) {
      if (this.stopped) return
      await sendFromCustomer(this.simulation, newCustomer.number, this.owner, line)
      await this.waitScaled(3500)
    }
  }

  private async waitScaled(milliseconds: number) {
    await new Promise<void>((resolve) => setTimeout(resolve, milliseconds * this.pace).unref())
  }
}

const isMessage = ({ kind }: Received) => kind !== 'reaction' && kind !== 'edit' && kind !== 'delete'
const isVoice = (content: WireContent) => typeof content === 'object' && 'audio' in content
