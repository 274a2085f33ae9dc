import { log } from './core/log'
import type { Platform } from './core/scope'

export interface RareRound {
  name: string
  /** Ms from one run to the next, over all restarts. */
  every: number
  /** Ms that a process which has just started is left alone. */
  soon: number
  work(platform: Platform): Promise<unknown>
}

/**
 * Does what is due so rarely that a process may not live that long: when it ran last is kept. What fails is logged, and
 * tried again when it is due the next time. The answer ends it.
 */
export function startRare(platform: Platform, { name, every, soon, work }: RareRound): () => void {
  let timer: ReturnType<typeof setTimeout>
  let ended = false
  const wait = (ms: number) => {
    if (!ended) timer = setTimeout(run, ms)
  }
  const run = async () => {
    try {
      await remember(platform, name, new Date())
      await work(platform)
    } catch (err) {
      log.error({ err, round: name }, 'a round failed')
    }
    wait(every)
  }
  lastRun(platform, name).then(
    (last) => wait(Math.max(soon, Math.min(every, last + every - Date.now()))), // the clock may have been set back
    () => wait(soon),
  )
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

/** Row of `installation` that says when a round began last. */
const keyOf = (name: string) => `round/${name}`

async function lastRun({ db }: Platform, name: string): Promise<number> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', keyOf(name)).executeTakeFirst()
  return Date.parse(row?.value ?? '') || 0
}

const remember = (platform: Platform, name: string, at: Date) =>
  platform.transaction(({ db }) =>
    db
      .insertInto('installation')
      .values({ key: keyOf(name), value: at.toISOString() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: at.toISOString() }))
      .execute(),
  )
