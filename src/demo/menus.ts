import type { Scope } from '../core/scope'

interface MenuOption {
  title: string
  message: string
  lines?: MenuOption[]
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
  { title: 'Falar com uma pessoa', message: 'Um momento, já vem alguém.' },
]

/** Inserts the menu of the queue for orders. */
export const insertMenu = (scope: Scope, queueId: number) => insertOptions(scope, queueId, null, orderMenu)

async function insertOptions(scope: Scope, queueId: number, parentId: number | null, lines: MenuOption[]) {
  for (const [at, { title, message, lines: below = [] }] of lines.entries()) {
    const position = { queueId, parentId, option: `${at + 1}`, orderOption: at + 1 }
    const { id } = await scope.db
      .insert('queue_options', { ...position, title, message })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertOptions(scope, queueId, id, below)
  }
}
