import { writeXlsx } from 'hucre/xlsx'
import { colors } from '../../src/shared/palette'
import { newTicket, people, type Shop, write } from './shop'
import type { Stage } from './stage'

/** What a working day begins with: a supervisor, a quick reply, lanes on the board, and two customers who wrote. */
export async function openMorning(stage: Stage, shop: Shop) {
  write(shop.serving.dataDir, (db) => {
    const supervise = "update users set profile = 'supervisor', allTicket = 'enabled' where email = ?"
    db.query(supervise).run(people.duda.email)
  })
  const message = 'Oi, {{firstName}}! Seu pedido fica pronto às 15h.'
  await shop.ask('POST', '/quick-messages', { shortcode: 'pronto', message, geral: true })
  for (const name of ['Encomenda', 'Pago']) await shop.ask('POST', '/tags', { name, color: colors[1], kanban: 1 })
  const joana = await newTicket(stage, shop, 'Joana Reis', 'Bom dia, fazem torta de limão?')
  const heitor = await newTicket(stage, shop, 'Heitor Lima', 'Tem pão de queijo?')
  return { joana, heitor }
}

/** A sheet of two customers as a file chooser gives it; the second has no number that could be one. */
export async function customerSheet() {
  const rows = [
    ['nome', 'numero'],
    ['Érica Simões', 5511981112222],
    ['Sem Número', 12],
  ]
  const sheet = (await writeXlsx({ sheets: [{ name: 'Plan1', rows }] })) as Uint8Array
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name: 'clientes.xlsx', mimeType, buffer: Buffer.from(sheet) }
}
