import { expect } from 'bun:test'
import { type Received, Receiver } from '../receiver'
import { sizeOf } from '../size'
import { openDatabaseReadonly } from './audit'
import { Conversations, type Steps } from './conversations'
import type { FeatureUnderKills, Killed } from './feature-under-kills'

const customers = sizeOf({ everyday: 16, full: 40 })

const queues = '*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas\n*[ 3 ]* - Pedidos'
const queueMenu = `Escolha o setor:\n\n${queues}`
const invalid = `Opção inválida, por favor, escolha uma opção válida.\n\n${queues}`
const firstMenu = 'Suporte, olá.\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Boleto\n\n*[ # ]* - Menu inicial'
const innerMenu =
  'Qual é o problema?\n\n*[ 1 ]* - Lenta\n*[ 2 ]* - Caiu\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'

/** Conversations, and the queue at the end. */
const scripts: { queue: string; steps: Steps }[] = [
  {
    queue: 'Suporte',
    steps: [
      ['Oi', [queueMenu]],
      ['1', [firstMenu]],
      ['internet', [innerMenu]],
      ['2', ['Um técnico vai ligar.']],
    ],
  },
  {
    queue: 'Vendas',
    steps: [
      ['Bom dia', [queueMenu]],
      ['quero bolo', [invalid]],
      ['2.', ['Vendas, olá.']],
    ],
  },
  {
    queue: 'Suporte',
    steps: [
      ['Alô', [queueMenu]],
      ['suporte', [firstMenu]],
      ['1', [innerMenu]],
      ['0', [firstMenu]],
      ['2', ['O boleto chega por e-mail.']],
    ],
  },
  {
    queue: 'Pedidos',
    steps: [
      ['Olá', [queueMenu]],
      ['3', ['Qual é o pedido?']],
      ['bolo de milho', ['Anotado: bolo de milho']],
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
async function configureRobot({ deployment, robots }: Killed, programUrl: string) {
  const post = (path: string, body: object) => deployment.send<{ id: number }>('POST', path, body)
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
  await deployment.send('PUT', `/whatsapp/${robots.whatsappId}`, connection)
}

/** Address that the operator must allow, and a program at it; `close` ends it. */
export function startOrderProgram() {
  return new Receiver(takeOrder)
}

/** Customers who choose in menus of queues and options, and order from a program. */
export async function openRobotConversations(killed: Killed, program: Receiver): Promise<FeatureUnderKills> {
  await configureRobot(killed, program.url)
  const talkOf = (n: number) => scripts[n % scripts.length] as (typeof scripts)[number]
  const talking = await Conversations.open('robots', killed, { customers, firstNumber: 5_511_930_010_000, talkOf })
  return Object.assign(talking, {
    async expectEachOnce() {
      await talking.expectAnswers()
      expect(endsOf(killed)).toEqual(
        talking.talks.map(({ number, queue }) => ({ number, queue, status: 'pending', chatbot: 0, botStage: 'done' })),
      )
    },
  })
}

/** Last state of each conversation without a flow, in the order of the customers. */
function endsOf({ deployment, robots }: Killed) {
  const sqlite = openDatabaseReadonly(deployment)
  const ends = sqlite
    .query(
      `select c.number, q.name as queue, t.status, t.chatbot, a.botStage from tickets t join contacts c on c.id = t.contactId
        left join queues q on q.id = t.queueId join attendances a on a.ticketId = t.id
      where t.whatsappId = ? and not exists (select 1 from flow_runs r where r.ticketId = t.id) order by c.number`,
    )
    .all(robots.whatsappId)
  sqlite.close()
  return ends
}
