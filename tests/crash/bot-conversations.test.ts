import { afterEach, expect, test } from 'bun:test'
import { type Received, Receiver } from '../receiver'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { Deployment } from './deployment'
import { type LinkedNumber, linkNumber } from './linking'
import { createSeededRandom, type SeededRandom } from './seeded-random'

const kills = Number(process.env.CRASH_BLOWS ?? 6)
const customers = Number(process.env.CRASH_CUSTOMERS ?? 30)

let deployment: Deployment | undefined
let receiver: Receiver | undefined
afterEach(async () => {
  await deployment?.close()
  await receiver?.close()
})

const queues = '*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas\n*[ 3 ]* - Pedidos'
const queueMenu = `Escolha o setor:\n\n${queues}`
const invalid = `Opção inválida, por favor, escolha uma opção válida.\n\n${queues}`
const firstMenu = 'Suporte, olá.\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Boleto\n\n*[ # ]* - Menu inicial'
const innerMenu =
  'Qual é o problema?\n\n*[ 1 ]* - Lenta\n*[ 2 ]* - Caiu\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'

/** Conversations as pairs of what the customer writes and what the robot answers, and the queue at the end. */
const scripts: { queue: string; steps: [write: string, answer: string][] }[] = [
  {
    queue: 'Suporte',
    steps: [
      ['Oi', queueMenu],
      ['1', firstMenu],
      ['internet', innerMenu],
      ['2', 'Um técnico vai ligar.'],
    ],
  },
  {
    queue: 'Vendas',
    steps: [
      ['Bom dia', queueMenu],
      ['quero bolo', invalid],
      ['2.', 'Vendas, olá.'],
    ],
  },
  {
    queue: 'Suporte',
    steps: [
      ['Alô', queueMenu],
      ['suporte', firstMenu],
      ['1', innerMenu],
      ['0', firstMenu],
      ['2', 'O boleto chega por e-mail.'],
    ],
  },
  {
    queue: 'Pedidos',
    steps: [
      ['Olá', queueMenu],
      ['3', 'Qual é o pedido?'],
      ['bolo de milho', 'Anotado: bolo de milho'],
    ],
  },
]

/** A program that takes orders; it leaves the conversation after the order. */
function takeOrder({ body }: Received): Response {
  const { body: text } = body.message as { body: string }
  if (text === '3') return Response.json({ messages: ['Qual é o pedido?'] })
  return Response.json({ messages: [`Anotado: ${text}`], action: { type: 'stop' } })
}

/** Three queues on the linked number: with a tree of options, with a greeting, and with a program. */
async function configureRobot(made: Deployment, { whatsappId }: LinkedNumber, programUrl: string) {
  const post = (path: string, body: object) => made.send<{ id: number }>('POST', path, body)
  const support = await post('/queue', {
    name: 'Suporte',
    color: '#0a7f51',
    orderQueue: 1,
    greetingMessage: 'Suporte, olá.',
  })
  const sales = await post('/queue', {
    name: 'Vendas',
    color: '#0a7f52',
    orderQueue: 2,
    greetingMessage: 'Vendas, olá.',
  })
  const program = await post('/queueIntegration', { type: 'n8n', name: 'Pedidos', urlN8N: programUrl })
  const orders = await post('/queue', {
    name: 'Pedidos',
    color: '#0a7f53',
    orderQueue: 3,
    integrationId: program.id,
  })
  const option = (parentId: number | null, title: string, message: string) =>
    post('/queue-options', { queueId: support.id, parentId, title, message })
  const internet = await option(null, 'Internet', 'Qual é o problema?')
  await option(null, 'Boleto', 'O boleto chega por e-mail.')
  await option(internet.id, 'Lenta', 'Vamos verificar.')
  await option(internet.id, 'Caiu', 'Um técnico vai ligar.')
  const connection = { queueIds: [support.id, sales.id, orders.id], greetingMessage: 'Escolha o setor:' }
  await made.send('PUT', `/whatsapp/${whatsappId}`, connection)
}

/** Lets one customer write a line as soon as the answer to the line before has arrived. */
async function converse(
  { control }: Deployment,
  owner: string,
  phone: string,
  steps: [string, string][],
  random: SeededRandom,
) {
  for (const [at, [write]] of steps.entries()) {
    await Bun.sleep(random.between(0, 300))
    await control.send({ from: phone, to: owner, content: write })
    await control.waitForCount({ phone, count: at + 1, timeout: 400_000 })
  }
}

test('an executable killed repeatedly during robot conversations sends each answer once and ends each where it should', async () => {
  const random = createSeededRandom('robot conversations')
  const open = new Receiver(takeOrder)
  receiver = open
  deployment = await Deployment.open({ BALCAO_INTERNAL_HOSTS: new URL(open.url).host })
  const made = deployment
  const linked = await linkNumber(made, '5511911110004')
  await configureRobot(made, linked, open.url)
  const talks = await Promise.all(
    Array.from({ length: customers }, async (_, n) => {
      const { number } = await made.control.addCustomer({
        number: `55119300${String(10_000 + n)}`,
        name: `Cliente ${n}`,
      })
      return { number, ...scripts[n % scripts.length]! }
    }),
  )
  // The conversations begin spread over the kills, so that each kill interrupts some.
  const begins = Array.from({ length: kills }, () => Promise.withResolvers<void>())
  let running = 0
  const talking = Promise.all(
    talks.map(async ({ number, steps }, n) => {
      await begins[Math.floor((n * kills) / customers)]?.promise
      running++
      await converse(made, linked.owner, number, steps, random)
      running--
    }),
  )
  const interrupted: number[] = []
  for (const begin of begins) {
    begin.resolve()
    await made.control.waitForOnline({ owner: linked.owner, online: true })
    await Bun.sleep(random.between(0, 2500))
    interrupted.push(running)
    await made.stop('SIGKILL')
    made.start()
  }
  expect(interrupted).not.toContain(0)
  await talking
  await until('everything is sent and confirmed', () => {
    const sqlite = openDatabaseReadonly(made)
    const open = sqlite
      .query(`select (select count(*) from messages where fromMe = 1 and ack < 2) + (select count(*) from jobs) as n`)
      .get() as { n: number }
    sqlite.close()
    return open.n === 0
  })
  for (const { number, steps } of talks) {
    const arrived = (await made.control.inbox({ phone: number })).map(({ text }) => text)
    expect(arrived).toEqual(steps.map(([, answer]) => answer))
  }
  const sqlite = openDatabaseReadonly(made)
  const ends = sqlite
    .query(
      `select c.number, q.name as queue, t.status, t.chatbot, a.botStage from tickets t join contacts c on c.id = t.contactId
        left join queues q on q.id = t.queueId join attendances a on a.ticketId = t.id order by c.number`,
    )
    .all()
  sqlite.close()
  expect(ends).toEqual(
    talks.map(({ number, queue }) => ({ number, queue, status: 'pending', chatbot: 0, botStage: 'done' })),
  )
}, 600_000)
