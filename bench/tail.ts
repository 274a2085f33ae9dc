import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { reply } from './accept'
import { askers } from './data'
import { interleaved, type Measure, ratio, round } from './figures'
import { login, scratch, serve, serveProduct } from './product'

const rounds = 5

/**
 * Replies that one client sends one after the other, in a database of a million messages: p99 ÷ p50, which shows how
 * long one in a hundred waits for work in the background. The control is the same of raw Bun and bun:sqlite with the
 * same statements and flush, without a search index and scheduled tasks: what the machine itself does.
 */
export async function tail(data: string): Promise<Measure[]> {
  const product = await serveProduct(data)
  const rawData = join(scratch, 'data-raw')
  rmSync(rawData, { recursive: true, force: true })
  cpSync(data, rawData, { recursive: true })
  const program = [process.execPath, join(import.meta.dir, 'beside', 'accept.ts')]
  const raw = await serve(program, { BALCAO_DATA_DIR: rawData, FLUSH: 'thread' })
  try {
    const token = await login(product.url, askers[0] as string)
    const ours = async () => times(await reply(`${product.url}/api/messages`, [token], product.directory, 1))
    const theirs = async () => times(await reply(raw.url, ['none'], rawData, 1))
    await ours() // compiles the code of both sides before they are measured
    await theirs()
    const pairs = await interleaved(rounds, ours, theirs)
    const control = pairs.map(([, [p99, p50]]) => `${round(p99)}/${round(p50)}`).join(' · ')
    const figures = pairs.map(([times]) => times)
    return [{ ...ratio('replies of one client, one after the other: p99 ÷ p50, ms', 5, 'less', figures), control }]
  } finally {
    await raw.stop()
    await product.stop()
    rmSync(rawData, { recursive: true, force: true })
  }
}

const times = ({ p99, p50 }: { p99: number; p50: number }): [number, number] => [p99, p50]
