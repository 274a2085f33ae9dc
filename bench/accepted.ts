import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { wrk } from './load'

/**
 * Runs the load; returns the messages acknowledged per second, their times in ms and the number stored. @throws Error
 * when fewer are stored than were acknowledged
 */
export async function accepted(url: string, directory: string, script: string, seconds: number, clients?: number) {
  const before = count(directory)
  const { perSecond, seconds: took, p50, p99 } = await wrk(url, script, seconds, clients)
  const stored = count(directory) - before
  if (stored < perSecond * took - 1) throw new Error(`${perSecond * took} acknowledged, ${stored} stored`)
  return { perSecond, stored, p50, p99 }
}

function count(directory: string): number {
  const sqlite = new Database(join(directory, 'balcao.db'), { readonly: true })
  const { n } = sqlite.query('select count(*) as n from idempotency').get() as { n: number }
  sqlite.close()
  return n
}

/** Text of a usual message; a number follows, so that all bodies differ. About 150 bytes. */
export const words =
  'Bom dia! Seu pedido saiu para entrega hoje cedo e deve chegar até o fim da tarde. Qualquer dúvida é só chamar por aqui, ok? Obrigado pela preferência '
