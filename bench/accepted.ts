import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { wrk } from './load'

/** What a load got accepted per second; every acknowledged message is looked for in the database. */
export async function accepted(url: string, directory: string, script: string, seconds: number) {
  const before = count(directory)
  const { perSecond, seconds: took } = await wrk(url, script, seconds)
  const stored = count(directory) - before
  if (stored < perSecond * took - 1) throw new Error(`${perSecond * took} acknowledged, ${stored} stored`)
  return { perSecond, stored }
}

function count(directory: string): number {
  const sqlite = new Database(join(directory, 'balcao.db'), { readonly: true })
  const { n } = sqlite.query('select count(*) as n from idempotency').get() as { n: number }
  sqlite.close()
  return n
}

/** Words of a usual length; what follows makes the 150 bytes different ones. */
export const words =
  'Bom dia! Seu pedido saiu para entrega hoje cedo e deve chegar até o fim da tarde. Qualquer dúvida é só chamar por aqui, ok? Obrigado pela preferência '
