import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { monotonicNow } from '../tests/crash/power/acknowledged-messages'
import { recorderCommand } from '../tests/crash/power/recorder-command'
import { readRecording } from '../tests/crash/power/recording'
import { askers } from './data'
import { below, type Measure } from './figures'
import { ask } from './numbers'
import { executable, login, scratch, secret, serve } from './product'

const rounds = 3
const writes = 25
const pauseMs = 400
const flushMs = 50

/**
 * Flushes by the executable's main thread while a reply is accepted every 400 ms, on a disk whose flushes take 50 ms.
 * System calls are recorded as in tests/crash/power. @throws Error when all threads together flush less than once per
 * reply
 */
export async function mainThread(data: string): Promise<Measure[]> {
  const measured: { main: number; all: number }[] = []
  for (let round = 0; round < rounds; round++) measured.push(await recordReplies(data, executable))
  const name = `flushes by the main thread, ${writes} replies, one every ${pauseMs} ms, disk of ${flushMs} ms`
  const measure = below(
    name,
    1,
    '',
    measured.map(({ main }) => main),
  )
  return [{ ...measure, bar: '0', rounds: measured.map(({ main, all }) => `${main} of ${all}`).join(' · ') }]
}

async function recordReplies(data: string, file: string) {
  const directory = join(scratch, `flushes-${crypto.randomUUID()}`)
  const log = `${directory}-recording`
  mkdirSync(scratch, { recursive: true })
  cpSync(data, directory, { recursive: true })
  const command = [...recorderCommand(log, directory, { flushMs }), file, 'serve']
  const product = await serve(command, { BALCAO_DATA_DIR: directory, BALCAO_LOG_LEVEL: 'error', ...secret })
  const token = await login(product.url, askers[0] as string)
  const begun = monotonicNow()
  for (let n = 0; n < writes; n++) {
    await ask(product.url, token, 'POST', `/messages/${1 + (n % 5)}`, { body: `Bom dia ${n}` })
    await Bun.sleep(pauseMs)
  }
  const ended = monotonicNow()
  await product.stop()
  const flushes = readRecording(log).filter(
    ({ at, change, time }) => at === 'begin' && change.kind === 'flush' && time > begun && time < ended,
  )
  if (flushes.length < writes) throw new Error(`${flushes.length} flushes for ${writes} replies`)
  return { main: flushes.filter(({ main }) => main).length, all: flushes.length }
}
