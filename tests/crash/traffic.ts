import type { WireContent } from '../../emulator/control/control-api'
import { until } from '../until'
import type { ApiClient } from './api-client'
import type { LinkedNumber } from './linking'
import type { SeededRandom } from './seeded-random'

/** Conversation of the number with a customer or a group. */
export interface Chat {
  name: string
  /** Numbers of the customers in it, who write and receive the answers. */
  phones: string[]
  /** Addressee of their messages: the owner's number, or the group's JID. */
  to: string
  ticketId: number
  /** Messages sent by the phones, in the order the emulator accepted them. */
  sent: { id: string; text: string }[]
  /** Messages accepted by the API, in the order of its answers. */
  accepted: { id: number; text: string; withFile: boolean }[]
}

interface TicketView {
  id: number
  contact: { number: string | null; name: string; isGroup: boolean }
}
interface AcceptedView {
  messages: { id: number; body: string }[]
}

export interface Rates {
  /** Messages of customers, and answers, per second over all chats. */
  inbound: number
  outbound: number
}
export interface Amount {
  inbound: number
  outbound: number
}

interface Reply {
  text: string
  withFile: boolean
  key: string
  /** Time in ms after which the first request is aborted; null: not aborted. */
  abortAfterMs: number | null
}

const file = Buffer.from('%PDF-1.4 um arquivo pequeno\n')

/** Traffic of customers who write and an agent who answers, until stopped, with a record of all messages. */
export class Traffic {
  readonly chats: Chat[] = []
  /** Number of requests repeated with their idempotency key, because the answer was lost. */
  repeatedRequests = 0
  private running = false

  constructor(
    private readonly deployment: ApiClient,
    private readonly linked: LinkedNumber,
    private readonly random: SeededRandom,
    private readonly mediaShare = 0.06,
  ) {}

  /** Called for each message when the API has accepted it. */
  onAccepted: (id: number, withFile: boolean) => void = () => {}

  /**
   * Opens chats with customers by number, by LID and with a hidden number, and a group of two; accepts each ticket.
   * @param firstNumber of the customers, who get consecutive numbers
   */
  async openChats(people = 6, groups = 1, firstNumber = 5_511_920_000_000) {
    const { control } = this.deployment
    const { owner } = this.linked
    await this.deployment.send('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' })
    for (let n = 0; n < people; n++) {
      const number = String(firstNumber + n)
      const name = `c${this.chats.length}`
      const addressing = n % 2 ? 'lid' : 'pn'
      await control.addCustomer({ number, name, addressing, hideNumber: n % 4 === 3 })
      await this.openChat({ name, phones: [number], to: owner })
    }
    for (let n = 0; n < groups; n++) {
      const phones = this.chats.slice(2 * n, 2 * n + 2).flatMap((chat) => chat.phones)
      const { jid } = await control.addGroup({ subject: `g${n}`, members: [owner, ...phones] })
      await this.openChat({ name: `g${n}`, phones, to: jid })
    }
  }

  private async openChat(given: Pick<Chat, 'name' | 'phones' | 'to'>) {
    const chat: Chat = { ...given, ticketId: 0, sent: [], accepted: [] }
    this.chats.push(chat)
    const known = new Set(this.chats.map(({ ticketId }) => ticketId))
    await this.sendAsCustomer(chat)
    const ticket = await until(`the ticket of ${chat.name}`, async () => {
      const { tickets } = await this.deployment.get<{ tickets: TicketView[] }>('/tickets?status=pending&showAll=true')
      return tickets.find(({ id }) => !known.has(id))
    })
    await this.deployment.send('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    chat.ticketId = ticket.id
  }

  /** Sends messages and answers at these rates until `stop`; pauses while `most`, which may be raised, are reached. */
  run(
    rates: Rates,
    most: Amount = { inbound: Infinity, outbound: Infinity },
    chats: readonly Chat[] = this.chats,
  ): Promise<unknown> {
    this.running = true
    const all = chats.length
    const pace = (perSecond: number) => Bun.sleep((this.random.between(0, 2) * 1000 * all) / perSecond)
    const loops = chats.flatMap((chat) => [
      this.repeatStep(async () => {
        if (this.count('sent') >= most.inbound) return Bun.sleep(25)
        await this.sendAsCustomer(chat)
        await pace(rates.inbound)
      }),
      this.repeatStep(async () => {
        if (this.count('accepted') >= most.outbound) return Bun.sleep(25)
        await this.sendAsAgent(chat)
        await pace(rates.outbound)
      }),
    ])
    return Promise.all(loops)
  }

  stop() {
    this.running = false
  }

  count(what: 'sent' | 'accepted'): number {
    return this.chats.reduce((sum, chat) => sum + chat[what].length, 0)
  }

  private async repeatStep(step: () => Promise<void>) {
    while (this.running) await step()
  }

  /** Sends one message of a customer; resolves when the emulator has accepted it. */
  async sendAsCustomer(chat: Chat) {
    const text = `${chat.name} in ${chat.sent.length}`
    const from = this.random.pick(chat.phones)
    const content: WireContent = this.random.happens(this.mediaShare)
      ? { image: { sample: 'jpeg' }, caption: text }
      : text
    const { id } = await this.deployment.control.send({ from, to: chat.to, content })
    chat.sent.push({ id, text })
  }

  /** Sends one answer of the agent, repeated with the same idempotency key until the API answers. */
  async sendAsAgent(chat: Chat) {
    const text = `${chat.name} out ${chat.accepted.length}`
    const withFile = this.random.happens(this.mediaShare)
    const key = `${this.random.seed}/${chat.name}/${chat.accepted.length}`
    // One in twenty requests is aborted before its answer; one in twenty is repeated after its answer.
    const impatient = this.random.happens(0.05) ? this.random.between(0, 8) : null
    const id = await this.postUntilAnswered(chat, { text, withFile, key, abortAfterMs: impatient })
    chat.accepted.push({ id, text, withFile })
    this.onAccepted(id, withFile)
    if (!this.random.happens(0.05)) return
    const again = await this.postUntilAnswered(chat, { text, withFile, key, abortAfterMs: null })
    if (again !== id) throw new Error(`${key}: first message ${id}, repeated ${again}`)
  }

  private postUntilAnswered(chat: Chat, asked: Reply): Promise<number> {
    let { abortAfterMs: impatient } = asked
    return until(
      `an answer to ${asked.key}`,
      async () => {
        const id = await this.post(chat, asked, impatient ?? 15_000)
        impatient = null
        if (id === null) this.repeatedRequests++
        return id
      },
      300_000, // on a slow machine each restart takes seconds, and the next kill follows
    )
  }

  /** Id of the created message; null when no answer came. */
  private async post({ ticketId }: Chat, { text, withFile, key }: Reply, ms: number): Promise<number | null> {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), ms)
    const given = { key, signal: patience.signal, ...(withFile ? { form: formOf(text) } : {}) }
    const body = withFile ? undefined : { body: text }
    const answer = await this.deployment
      .request<AcceptedView>('POST', `/messages/${ticketId}`, body, given)
      .catch(() => null)
    clearTimeout(timer)
    if (answer?.status === 200) return answer.body.messages[0]?.id ?? null
    if (answer?.status === 401) await this.deployment.logIn()
    else if (answer && answer.status < 500) throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return null
  }
}

function formOf(text: string): FormData {
  const form = new FormData()
  form.set('body', text)
  form.set('medias', new File([file], 'recibo.pdf', { type: 'application/pdf' }))
  return form
}
