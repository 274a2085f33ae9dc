import type { Scope } from '../core/scope'

interface MenuOption {
  title: string
  message: string
  lines?: MenuOption[]
  /** Goes on in the queue of the assistant. */
  isAssistant?: true
}

const orderMenu: MenuOption[] = [
  {
    title: 'Fazer uma encomenda',
    message: 'Que bom! O que vai ser?',
    lines: [
      { title: 'Bolo', message: 'Conte o sabor, o tamanho e para que dia é.' },
      { title: 'Docinhos', message: 'Quantos, de quais e para que dia?' },
    ],
  },
  { title: 'Saber de uma encomenda', message: 'Diga em que nome ela está, por favor.' },
  { title: 'Perguntar à assistente virtual', message: 'Claro! Pode perguntar.', isAssistant: true },
  { title: 'Falar com uma pessoa', message: 'Um momento, já vem alguém.' },
]

/** Inserts the menu of the queue for orders; one option goes on in the queue of the assistant. */
export const insertMenu = (scope: Scope, queueId: number, assistantQueueId: number) =>
  insertOptions(scope, { queueId, assistantQueueId }, null, orderMenu)

interface MenuQueues {
  queueId: number
  assistantQueueId: number
}

async function insertOptions(scope: Scope, queues: MenuQueues, parentId: number | null, lines: MenuOption[]) {
  for (const [at, { title, message, lines: below = [], isAssistant }] of lines.entries()) {
    const position = { queueId: queues.queueId, parentId, option: `${at + 1}`, orderOption: at + 1 }
    const { id } = await scope.db
      .insert('queue_options', {
        ...position,
        title,
        message,
        ...(isAssistant && { nextQueueId: queues.assistantQueueId }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertOptions(scope, queues, id, below)
  }
}
