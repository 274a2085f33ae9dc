import { sendFromCustomer } from '../../emulator/control/action-handlers'
import type { WireContent } from '../../emulator/control/control-api'
import type { Simulation } from '../../emulator/control/simulation'
import type { CustomerPhone } from '../../emulator/customer-phone'
import type { Received } from '../../emulator/inbox'
import { people, visitor } from './people'
import { Random } from './random'

/** What customers of the demonstration do by themselves, so that somebody alone with it sees life. */

const lookEvery = 400
/** How many of `people` answer: those whose conversations are open or waiting. */
const lively = 21
const visitorComesAfter = 25_000

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
export class Life {
  private readonly handled = new Map<string, number>()
  private readonly said = new Map<string, number>()
  private readonly busy = new Set<string>()
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
    this.timer = setInterval(() => this.look(), lookEvery * this.pace)
    this.timer.unref()
    void this.later(visitorComesAfter).then(() => this.greet())
  }

  stop() {
    this.stopped = true
    clearInterval(this.timer)
  }

  private look() {
    for (const [index, { number }] of [...people.slice(0, lively), visitor].entries()) {
      const customer = this.simulation.network.customers.get(number)
      if (!customer || this.busy.has(number)) continue
      const before = this.handled.get(number) ?? 0
      this.handled.set(number, customer.inbox.length)
      const news = customer.inbox.slice(before).filter((message) => isWords(message) && message.from === this.owner)
      if (news.length > 0) void this.respond(customer, news, index).catch(() => undefined)
    }
  }

  /** Reads, types and answers as a person would, unless somebody on the page has taken the phone over. */
  private async respond(customer: CustomerPhone, news: Received[], index: number) {
    const { number } = customer
    this.busy.add(number)
    try {
      await this.later(this.random.between(900, 2500))
      customer.markRead()
      if (news.some(({ media }) => media?.voiceNote)) for (const { id } of news) customer.play(id)
      const answer = this.next(number, index, news)
      await this.later(this.random.between(400, 1200))
      if (!this.stopped) customer.typing(this.simulation.owner(this.owner), isVoice(answer) ? 'recording' : 'composing')
      await this.later(this.random.between(1800, 3600))
      if (this.stopped || this.isPlayed(customer)) return
      await sendFromCustomer(this.simulation, number, this.owner, answer)
    } finally {
      this.busy.delete(number)
    }
  }

  /** The next line of this person's; when they have run out, a thumb on the last message. */
  private next(number: string, index: number, news: Received[]): WireContent {
    const count = this.said.get(number) ?? 0
    this.said.set(number, count + 1)
    const line = answers[index % answers.length]?.[count]
    return line ?? { reaction: '👍', to: news.at(-1)?.id ?? '' }
  }

  /** True when the page has marked everything read: there, a person is that customer. */
  private isPlayed({ number, inbox }: CustomerPhone): boolean {
    return (this.simulation.seenCounts.get(number) ?? 0) >= inbox.length
  }

  private async greet() {
    const past = this.simulation.threads.listBubbles(
      visitor.number,
      this.simulation.customer(visitor.number).inbox,
    ).length
    for (const line of greetings[past % greetings.length] ?? []) {
      if (this.stopped) return
      await sendFromCustomer(this.simulation, visitor.number, this.owner, line)
      await this.later(3500)
    }
  }

  private async later(milliseconds: number) {
    await new Promise<void>((resolve) => setTimeout(resolve, milliseconds * this.pace).unref())
  }
}

const isWords = ({ kind }: Received) => kind !== 'reaction' && kind !== 'edit' && kind !== 'delete'
const isVoice = (content: WireContent) => typeof content === 'object' && 'audio' in content
