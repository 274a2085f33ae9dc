import type { Scope } from '../core/scope'
import { colors } from '../shared/palette'
import { foldText } from '../shared/text'

/** Names of the tags that are lanes of the board, and of the other tags. */
const lanes = ['Novo pedido', 'Orçamento enviado', 'Aguardando pagamento', 'Em produção']
const labels = ['Casamento', 'Festa infantil', 'Cliente fiel', 'Retirada na loja']

/** Inserts the tags. Links 4 of 5 open or pending tickets to a lane, and half of all tickets to another tag. */
export async function insertTags(scope: Scope) {
  const laneIds: number[] = []
  const markIds: number[] = []
  for (const [at, name] of lanes.entries()) laneIds.push(await insertTag(scope, name, 1, at))
  for (const [at, name] of labels.entries()) markIds.push(await insertTag(scope, name, 0, lanes.length + at))
  const tickets = await scope.db.select('tickets').select(['id', 'status']).orderBy('id').execute()
  const links = tickets.flatMap(({ id: ticketId, status }, at) => {
    const lane = status === 'closed' ? undefined : laneIds[at % (lanes.length + 1)]
    const mark = markIds[at % (labels.length * 2)]
    return [lane, mark].filter((tagId) => tagId !== undefined).map((tagId) => ({ ticketId, tagId }))
  })
  for (const link of links) await scope.db.insert('ticket_tags', link).execute()
}

async function insertTag(scope: Scope, name: string, kanban: 0 | 1, at: number): Promise<number> {
  // Steps of five through the twelve hues give adjacent lanes clearly different colours.
  const color = colors[(at * 5) % 12] as string
  const tag = { name, searchText: foldText(name), color, kanban, orderTag: at + 1, userId: null }
  const { id } = await scope.db.insert('tags', tag).returning('id').executeTakeFirstOrThrow()
  return id
}
