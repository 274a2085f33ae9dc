import { afterEach, expect, test } from 'bun:test'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { Deployment } from './deployment'
import { type LinkedNumber, linkNumber } from './linking'
import { createSeededRandom, type SeededRandom } from './seeded-random'

const kills = Number(process.env.CRASH_BLOWS ?? 6)
const customers = Number(process.env.CRASH_CUSTOMERS ?? 30)

let deployment: Deployment | undefined
let service: ReturnType<typeof Bun.serve> | undefined
afterEach(async () => {
  await deployment?.close()
  await service?.stop(true)
})

const node = (id: string, type: string, data = {}) => ({ id, type, position: { x: 0, y: 0 }, data })
const edge = (source: string, target: string, sourceHandle = 'a') => ({
  ...{ id: `${source}-${sourceHandle}`, source, sourceHandle, target },
})

/** A flow with a question, a menu, a request, a pause and two ends. */
const flowTo = (queueId: number, host: string) => ({
  nodes: [
    node('1', 'start'),
    node('ask', 'question', { message: 'Qual é o pedido?', answerKey: 'order' }),
    node('menu', 'menu', {
      message: 'Pedido {{order}}:',
      arrayOption: [
        { number: 1, value: 'Situação' },
        { number: 2, value: 'Pessoa' },
      ],
    }),
    node('http', 'request', { url: `http://${host}/orders/{{order}}`, saves: [{ path: 'state', key: 'state' }] }),
    node('state', 'message', { label: 'Pedido {{order}}: {{state}}.' }),
    node('wait', 'interval', { sec: 1 }),
    node('bye', 'message', { label: 'Até logo.' }),
    node('people', 'ticket', { id: queueId }),
  ],
  connections: [
    edge('1', 'ask'),
    edge('ask', 'menu'),
    edge('menu', 'http', 'a1'),
    edge('menu', 'people', 'a2'),
    edge('http', 'state'),
    edge('state', 'wait'),
    edge('wait', 'bye'),
  ],
})

const menuOf = (text: string) => `${text}\n\n*[ 1 ]* - Situação\n*[ 2 ]* - Pessoa`
const invalid = menuOf('Opção inválida, por favor, escolha uma opção válida.')

interface Talk {
  /** Nodes and ways in the log of the run. */
  log: string[]
  end: string
  queue: string | null
  /** Texts that the customer writes, with all answers up to the next one. */
  steps: [write: string, answers: string[]][]
}
const talkOf = (order: string): Talk[] => [
  {
    log: ['1 a', 'ask input', 'ask a', 'menu input', 'menu a1', 'http request', 'http a', 'state a', 'wait timer'],
    end: 'end',
    queue: null,
    steps: [
      ['quero saber', ['Qual é o pedido?']],
      [order, [menuOf(`Pedido ${order}:`)]],
      ['1', [`Pedido ${order}: a caminho ${order}.`, 'Até logo.']],
    ],
  },
  {
    log: ['1 a', 'ask input', 'ask a', 'menu input', 'menu invalid', 'menu a2', 'people ticket'],
    end: 'ticket',
    queue: 'Vendas',
    steps: [
      ['Quero  saber', ['Qual é o pedido?']],
      [order, [menuOf(`Pedido ${order}:`)]],
      ['bolo', [invalid]],
      ['pessoa', []],
    ],
  },
]

async function configureFlow(made: Deployment, _: LinkedNumber, host: string) {
  const post = <T>(path: string, body: object) => made.send<T>('POST', path, body)
  const queue = { name: 'Vendas', color: '#0a7f52', orderQueue: 1, greetingMessage: '' }
  const { id: queueId } = await post<{ id: number }>('/queue', queue)
  const { id: flowId } = await post<{ id: number }>('/flowbuilder', { name: 'Pedidos' })
  await post('/flowbuilder/flow', { idFlow: flowId, ...flowTo(queueId, host) })
  await post('/flowcampaign', { name: 'Saber', flowId, whatsappId: null, phrase: 'quero saber' })
}

/** Lets one customer write a text as soon as all answers to the text before have arrived. */
async function converse(
  { control }: Deployment,
  owner: string,
  phone: string,
  steps: Talk['steps'],
  random: SeededRandom,
) {
  let count = 0
  for (const [write, answers] of steps) {
    await Bun.sleep(random.between(0, 300))
    await control.send({ from: phone, to: owner, content: write })
    count += answers.length
    await control.waitForCount({ phone, count, timeout: 400_000 })
  }
}

test('an executable killed repeatedly during flows sends each message once, takes each step once, and ends each run', async () => {
  const random = createSeededRandom('flow conversations')
  service = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => Response.json({ state: `a caminho ${new URL(url).pathname.split('/').at(-1)}` }),
  })
  const host = `127.0.0.1:${service.port}`
  deployment = await Deployment.open({ BALCAO_INTERNAL_HOSTS: host })
  const made = deployment
  const linked = await linkNumber(made, '5511911110006')
  await configureFlow(made, linked, host)
  const talks = await Promise.all(
    Array.from({ length: customers }, async (_, n) => {
      const person = { number: `55119400${String(10_000 + n)}`, name: `Cliente ${n}` }
      const { number } = await made.control.addCustomer(person)
      return { number, ...(talkOf(String(100 + n))[n % 2] as Talk) }
    }),
  )
  const talking = Promise.all(talks.map(({ number, steps }) => converse(made, linked.owner, number, steps, random)))
  for (let blow = 0; blow < kills; blow++) {
    await made.control.waitForOnline({ owner: linked.owner, online: true })
    await Bun.sleep(random.between(0, 900))
    await made.stop('SIGKILL')
    made.start()
  }
  await talking
  await until('every run has ended, and everything is sent and confirmed', () => {
    const sqlite = openDatabaseReadonly(made)
    const open = sqlite
      .query(
        `select (select count(*) from messages where fromMe = 1 and ack < 2) + (select count(*) from jobs)
           + (select count(*) from flow_runs where endedAt is null) as n`,
      )
      .get() as { n: number }
    sqlite.close()
    return open.n === 0
  })
  for (const { number, steps } of talks) {
    const arrived = (await made.control.inbox({ phone: number })).map(({ text }) => text)
    expect(arrived).toEqual(steps.flatMap(([, answers]) => answers))
  }
  const sqlite = openDatabaseReadonly(made)
  const runs = sqlite
    .query(
      `select c.number, q.name as queue, t.status, t.chatbot, r.end,
         (select group_concat(line, ',') from
           (select nodeId || ' ' || outcome as line from flow_run_log l where l.runId = r.id order by l.id)) as log
       from flow_runs r join tickets t on t.id = r.ticketId join contacts c on c.id = t.contactId
         left join queues q on q.id = t.queueId order by c.number`,
    )
    .all() as { log: string }[]
  sqlite.close()
  expect(runs.map(({ log, ...run }) => ({ ...run, log: log.split(',') }))).toEqual(
    talks.map(({ number, queue, end, log }) => {
      const lines = end === 'end' ? [...log, 'wait a', 'bye a'] : log
      return { number, queue, status: 'pending', chatbot: 0, end, log: lines } as never
    }),
  )
}, 900_000)
