import type { CustomerPhone } from '../emulator/customer-phone'
import type { Emulator } from '../emulator/emulator'
import type { OwnerPhone } from '../emulator/owner-phone'
import { quietLibsignal } from '../src/whatsapp/quiet'
import { socketAddress } from '../tests/socket-address'
import { askers } from './data'
import { below, interleaved, type Measure, percentile, ratio } from './figures'
import { withEmulator } from './inbound'
import { ask, link, towards } from './numbers'
import { login, serveProduct } from './product'

const owner = '5511911110001'
const neighbour = '5511911110002'
const people = 200
const flood = 3_000
/** A round takes about a minute on a busy machine. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const steadySeconds = 20
/** Pause between two messages of the other company's customer, ms. */
const pace = 100
/**
 * Longest wait for an answer, ms: five seconds while the number is behind (whatsapp/backlog.ts), and the answers before
 * it.
 */
const longestWait = 7_000

/** A running product with two linked numbers of two companies, of which the first may have a robot. */
interface Place {
  phone: OwnerPhone
  customers: CustomerPhone[]
  /** By text of an inbound message: time at which its frame reached a browser, ms since the epoch. */
  frames: Map<string, number>
  other: { phone: OwnerPhone; customer: CustomerPhone }
  stop(): Promise<void>
}

/**
 * Messages of 200 customers for one number, sent without pause, with a robot (hours, queue menu, tree) that answers them,
 * beside the same without a robot; a customer of another company writes ten times per second meanwhile.
 */
export async function bots(data: string): Promise<Measure[]> {
  quietLibsignal() // its log of sessions that replies close would cost the emulator more than the messages
  const side = (hasRobot: boolean) => () =>
    withEmulator((emulator) => withPlace(emulator, data, hasRobot, (place) => flatOut(place, hasRobot)))
  const pairs = await interleaved(rounds, side(true), side(false))
  const speeds = pairs.map(([on, off]): [number, number] => [on.perSecond, off.perSecond])
  const others = pairs.map(([on, off]): [number, number] => [on.otherP99, off.otherP99])
  const waits = pairs.map(([on]) => on.answered?.wait ?? Number.NaN)
  const answers = pairs.map(([on]) => on.answered?.answers ?? 0)
  return [
    ratio('inbound with bots on ÷ off, flat out', 0.8, 'more', speeds),
    ratio('the same: another company’s inbound to its browser p99, bots on ÷ off, ms', 2, 'less', others),
    below(
      `the same: wait of the last customer for an answer (${answers.join(', ')} answers)`,
      longestWait,
      'ms',
      waits,
    ),
  ]
}

/** Time from the frame of an inbound message to the arrival of the robot's answer, at 100 messages per second. */
export async function botReplies(data: string): Promise<Measure[]> {
  quietLibsignal()
  const replies: number[] = []
  for (let n = 0; n < rounds; n++)
    replies.push(await withEmulator((emulator) => withPlace(emulator, data, true, answersAtPace)))
  return [below('reply of the bot at the customer after the frame of the message, p99, 100/s', 150, 'ms', replies)]
}

async function withPlace<R>(
  emulator: Emulator,
  data: string,
  hasRobot: boolean,
  work: (place: Place) => Promise<R>,
): Promise<R> {
  const place = await openPlace(emulator, data, hasRobot)
  try {
    return await work(place)
  } finally {
    await place.stop()
  }
}

async function openPlace(emulator: Emulator, data: string, hasRobot: boolean): Promise<Place> {
  const serving = await serveProduct(data, await towards(emulator))
  const frames = new Map<string, number>()
  const sockets: WebSocket[] = []
  const numbers = { [owner]: askers[0] as string, [neighbour]: 'admin2@bench.test' }
  for (const [number, email] of Object.entries(numbers)) {
    const token = await login(serving.url, email)
    const whatsappId = await link(serving.url, token, emulator, number)
    if (hasRobot && number === owner) await configureRobot(serving.url, token, whatsappId)
    sockets.push(await openSocket(serving.url, token, frames))
  }
  const customer = (n: number) => emulator.customer(`5511922${220_000 + n}`)
  const place: Place = {
    phone: emulator.owner(owner),
    customers: Array.from({ length: people }, (_, n) => customer(n)),
    frames,
    other: { phone: emulator.owner(neighbour), customer: customer(people) },
    async stop() {
      for (const socket of sockets) socket.close()
      await serving.stop()
    },
  }
  await introduce(place, hasRobot)
  return place
}

/** Two queues, a tree of two levels, hours that are always open, and a menu without limit. */
async function configureRobot(url: string, token: string, whatsappId: number) {
  const call = <T>(method: string, path: string, body?: object) => ask<T>(url, token, method, path, body)
  const queue = async (name: string, color: string) =>
    (await call<{ id: number }>('POST', '/queue', { name, color, greetingMessage: `${name}, olá.` })).id
  const [support, sales] = [await queue('Bot Suporte', '#112233'), await queue('Bot Vendas', '#223344')]
  const option = async (parentId: number | null, title: string) =>
    (await call<{ id: number }>('POST', '/queue-options', { queueId: support, parentId, title, message: title })).id
  const first = await option(null, 'Internet')
  for (const title of ['Lenta', 'Caiu']) await option(first, title)
  await option(null, 'Boleto')
  const texts = { greetingMessage: 'Escolha o setor:', outOfHoursMessage: 'Fechado.' }
  await call('PUT', `/whatsapp/${whatsappId}`, { queueIds: [support, sales], ...texts, maxUseBotQueues: 0 })
  const path = '/companies/1/schedules'
  const { schedules } = await call<{ schedules: object[] }>('GET', path)
  const always = { startTime: '00:00', endTime: '23:59', startTimeB: '', endTimeB: '' }
  await call('PUT', path, { schedules: schedules.map((day) => ({ ...day, ...always })) })
  await call('PUT', '/settings/scheduleType', { value: 'company' })
}

async function openSocket(url: string, token: string, frames: Map<string, number>): Promise<WebSocket> {
  const socket = new WebSocket(await socketAddress(url, token))
  socket.onmessage = ({ data }) => {
    const text = data as string
    const mark = text.includes('-appMessage"') && /bench-[a-z]*-?\d+-/.exec(text)?.[0]
    if (mark && !frames.has(mark)) frames.set(mark, Date.now())
  }
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  return socket
}

/** Each customer writes once and is answered, so that no measured message creates a contact or a ticket. */
async function introduce({ phone, customers, frames, other }: Place, hasRobot: boolean) {
  for (const [n, customer] of customers.entries()) await customer.send(phone, `bench-hello-${n}-`)
  await other.customer.send(other.phone, `bench-hello-${people}-`)
  await until('the first messages', () => frames.size === people + 1)
  if (hasRobot) await until('the first answers', () => customers.every(({ inbox }) => inbox.length > 0))
  frames.clear()
}

/** Messages received per second, the p99 of the other company's meanwhile, and the answers. */
async function flatOut({ phone, customers, frames, other }: Place, hasRobot: boolean) {
  const greeted = countAnswers(customers)
  const sentAt = new Map<string, number>()
  const timer = setInterval(() => {
    const text = `bench-other-${sentAt.size}-`
    sentAt.set(text, Date.now())
    void other.customer.send(other.phone, text)
  }, pace)
  const from = Date.now()
  for (let n = 0; n < flood; n++) {
    void customers[n % people]?.send(phone, `bench-${n}-`)
    if (n % 20 === 0) await Bun.sleep(0)
  }
  const mine = () => [...frames].filter(([text]) => !sentAt.has(text))
  await until('the flood', () => mine().length === flood)
  clearInterval(timer)
  const perSecond = flood / ((Math.max(...mine().map(([, at]) => at)) - from) / 1000)
  await until('the other company', () => [...sentAt.keys()].every((text) => frames.has(text)))
  const waited = [...sentAt].map(([text, at]) => (frames.get(text) as number) - at)
  const answered = hasRobot && { wait: await waitOfLast(customers, frames), answers: countAnswers(customers) - greeted }
  return { perSecond, otherP99: percentile(waited, 0.99), answered: answered || undefined }
}

const countAnswers = (customers: CustomerPhone[]) => customers.reduce((sum, { inbox }) => sum + inbox.length, 0)

/** Longest time from the frame of a customer's last message to the next answer, ms. */
async function waitOfLast(customers: CustomerPhone[], frames: Map<string, number>): Promise<number> {
  const last = (n: number) => frames.get(`bench-${flood - people + n}-`) as number
  const answer = (n: number) => customers[n]?.inbox.find(({ at }) => at >= last(n))?.at
  await until('the last answers', () => customers.every((_, n) => answer(n) !== undefined))
  return Math.max(...customers.map((_, n) => (answer(n) as number) - last(n)))
}

/** Each customer writes every two seconds; the answer to a message is the first that arrives after its frame. */
async function answersAtPace({ phone, customers, frames }: Place): Promise<number> {
  const texts = customers.map(() => [] as string[])
  const from = performance.now()
  for (let n = 0; n < steadySeconds * 100; n++) {
    const text = `bench-${n}-`
    texts[n % people]?.push(text)
    void customers[n % people]?.send(phone, text)
    const due = from + (n + 1) * 10 - performance.now()
    if (due > 0) await Bun.sleep(due)
  }
  const answerOf = (n: number, text: string) =>
    customers[n]?.inbox.find(({ at }) => at >= (frames.get(text) ?? Number.POSITIVE_INFINITY))
  await until('all answers', () => texts.every((own, n) => own.every((text) => answerOf(n, text))))
  const waited = texts.flatMap((own, n) =>
    own.map((text) => (answerOf(n, text)?.at as number) - (frames.get(text) as number)),
  )
  return percentile(waited, 0.99)
}

async function until(what: string, isDone: () => boolean) {
  for (let left = 2400; !isDone() && left > 0; left--) await Bun.sleep(50)
  if (!isDone()) throw new Error(`waited in vain for ${what}`)
}
