import { writeXlsx } from 'hucre/xlsx'
import { colors } from '../../../src/shared/palette'
import type { Harness } from '../harness'
import { createTicket, emailOf, type Shop, writeDatabase } from '../shop'

/** Creates a supervisor, a quick message, two lanes of the board, and two customers with a pending ticket each. */
export async function prepareWorkingDay(harness: Harness, shop: Shop) {
  writeDatabase(shop.serving.dataDir, (db) => {
    const supervise = "update users set profile = 'supervisor', allTicket = 'enabled' where email = ?"
    db.query(supervise).run(emailOf('duda'))
  })
  const message = 'Oi, {{firstName}}! Seu pedido fica pronto às 15h.'
  await shop.request('POST', '/quick-messages', { shortcode: 'pronto', message, geral: true })
  for (const name of ['Encomenda', 'Pago']) await shop.request('POST', '/tags', { name, color: colors[1], kanban: 1 })
  const joana = await createTicket(harness, shop, 'Joana Reis', 'Bom dia, fazem torta de limão?')
  const heitor = await createTicket(harness, shop, 'Heitor Lima', 'Tem pão de queijo?')
  return { joana, heitor }
}

/** Spreadsheet of two customers for a file chooser; the number of the second is invalid. */
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
