import type { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { sizeOf } from '../size'
import { openDatabaseReadonly } from './audit'
import { Conversations, type Steps } from './conversations'
import type { FeatureUnderKills, Killed } from './feature-under-kills'

const customers = sizeOf({ everyday: 16, full: 40 })

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
  steps: Steps
}
const talksOf = (order: string): Talk[] => [
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
    queue: 'Entregas',
    steps: [
      ['Quero  saber', ['Qual é o pedido?']],
      [order, [menuOf(`Pedido ${order}:`)]],
      ['bolo', [invalid]],
      ['pessoa', []],
    ],
  },
]

async function configureFlow({ deployment, robots }: Killed, host: string) {
  const post = <T>(path: string, body: object) => deployment.send<T>('POST', path, body)
  const queue = { name: 'Entregas', color: '#0a7f54', orderQueue: 4, greetingMessage: '' }
  const { id: queueId } = await post<{ id: number }>('/queue', queue)
  const { id: flowId } = await post<{ id: number }>('/flowbuilder', { name: 'Pedidos' })
  await post('/flowbuilder/flow', { idFlow: flowId, ...flowTo(queueId, host) })
  await post('/flowcampaign', { name: 'Saber', flowId, whatsappId: robots.whatsappId, phrase: 'quero saber' })
}

/** Service that the flow asks for the state of an order. */
export const startOrderService = () =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => Response.json({ state: `a caminho ${new URL(url).pathname.split('/').at(-1)}` }),
  })

/** Customers who write the phrase of a flow. */
export async function openFlowConversations(killed: Killed, host: string): Promise<FeatureUnderKills> {
  await configureFlow(killed, host)
  const talkOf = (n: number) => talksOf(String(100 + n))[n % 2] as Talk
  const talking = await Conversations.open('flows', killed, { customers, firstNumber: 5_511_940_010_000, talkOf })
  return Object.assign(talking, {
    countOpen: (sqlite: Database) =>
      (sqlite.query('select count(*) as n from flow_runs where endedAt is null').get() as { n: number }).n,
    async expectEachOnce() {
      await talking.expectAnswers()
      expect(runsOf(killed)).toEqual(talking.talks.map(({ number, ...talk }) => ({ number, ...runOf(talk) })))
    },
  })
}

function runOf({ queue, end, log }: Talk) {
  const lines = end === 'end' ? [...log, 'wait a', 'bye a'] : log
  return { queue, status: 'pending', chatbot: 0, end, log: lines }
}

/** Runs with their logs, in the order of the customers. */
function runsOf({ deployment }: Killed) {
  const sqlite = openDatabaseReadonly(deployment)
  const runs = sqlite
    .query(
      `select c.number, q.name as queue, t.status, t.chatbot, r.end,
         (select group_concat(line, ',') from
           (select nodeId || ' ' || outcome as line from flow_run_log l where l.runId = r.id order by l.id)) as log
       from flow_runs r join tickets t on t.id = r.ticketId join contacts c on c.id = t.contactId
         left join queues q on q.id = t.queueId order by c.number`,
    )
    .all() as { number: string; log: string }[]
  sqlite.close()
  return runs.map(({ log, ...run }) => ({ ...run, log: log.split(',') }))
}
