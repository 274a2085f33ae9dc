import type { WireContent } from '../../emulator/control/control-api'
import { until } from '../until'
import type { Deployment } from './deployment'
import type { LinkedNumber } from './linking'
import type { SeededRandom } from './seeded-random'

/** One conversation of the number: with a person, or of a group. */
export interface Chat {
  name: string
  /** Phones that write in it, and see what is answered. */
  phones: string[]
  /** What they write to: the owner's number, or the JID of the group. */
  to: string
  ticketId: number
  /** What the phones sent, in the order in which the server took it. */
  sent: { id: string; text: string }[]
  /** What was accepted by the API, in the order of the answers. */
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
  /** Messages of customers, and answers, per second in all. */
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
  /** Hangs up the first time after so many ms. */
  abortAfterMs: number | null
}

const file = Buffer.from('%PDF-1.4 um arquivo pequeno\n')

/** Customers who write and an agent who answers, both without end until told, and a ledger of all of it. */
export class Traffic {
  readonly chats: Chat[] = []
  /** Requests sent again, with their key, because the answer was lost. */
  repeatedRequests = 0
  private running = false

  constructor(
    private readonly deployment: Deployment,
    private readonly linked: LinkedNumber,
    private readonly random: SeededRandom,
    private readonly mediaShare = 0.06,
  ) {}

  /** Told of each message that the API has accepted, at once. */
  onAccepted: (id: number, withFile: boolean) => void = () => {}

  /** People by number, by LID and with a hidden number, and a group of two of them; each has an accepted ticket. */
  async openChats(people = 6, groups = 1) {
    const { control } = this.deployment
    const { owner } = this.linked
    await this.deployment.send('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' })
    for (let n = 0; n < people; n++) {
      const number = `55119${String(20_000_000 + n)}`
      const addressing = n % 2 ? 'lid' : 'pn'
      await control.addCustomer({ number, name: `c${n}`, addressing, hideNumber: n % 4 === 3 })
      await this.openChat({ name: `c${n}`, phones: [number], to: owner })
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

  /** Writes and answers at these rates until `stop`, or until so many have been sent. */
  run(rates: Rates, most: Amount = { inbound: Infinity, outbound: Infinity }): Promise<unknown> {
    this.running = true
    const all = this.chats.length
    const pace = (perSecond: number) => Bun.sleep((this.random.between(0, 2) * 1000 * all) / perSecond)
    const loops = this.chats.flatMap((chat) => [
      this.repeatStep(async () => {
        if (this.count('sent') >= most.inbound) return false
        await this.sendAsCustomer(chat)
        await pace(rates.inbound)
        return true
      }),
      this.repeatStep(async () => {
        if (this.count('accepted') >= most.outbound) return false
        await this.sendAsAgent(chat)
        await pace(rates.outbound)
        return true
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

  private async repeatStep(step: () => Promise<boolean>) {
    while (this.running && (await step()));
  }

  /** One message of a customer; the next of this chat leaves only when the server has it. */
  async sendAsCustomer(chat: Chat) {
    const text = `${chat.name} in ${chat.sent.length}`
    const from = this.random.pick(chat.phones)
    const content: WireContent = this.random.happens(this.mediaShare)
      ? { image: { sample: 'jpeg' }, caption: text }
      : text
    const { id } = await this.deployment.control.send({ from, to: chat.to, content })
    chat.sent.push({ id, text })
  }

  /** One answer of the agent, asked as often as it takes, always under its one key. */
  async sendAsAgent(chat: Chat) {
    const text = `${chat.name} out ${chat.accepted.length}`
    const withFile = this.random.happens(this.mediaShare)
    const key = `${this.random.seed}/${chat.name}/${chat.accepted.length}`
    // Some clients hang up before they are answered; some ask once more although they were.
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
      60_000,
    )
  }

  /** The id of the message that was made of it, or null when that cannot be told. */
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
