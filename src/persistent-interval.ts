import { log } from './core/log'
import { activities } from './core/process/activities'
import { numberOf, Work, workMarks } from './core/process/work-marks'
import type { Platform } from './core/scope'

/** A task with an interval longer than a process may live. */
export interface PersistentInterval {
  name: string
  /** Interval between runs in ms, kept over restarts. */
  every: number
  /** Minimum delay of the first run after the start of the process, in ms. */
  minStartDelay: number
  work(platform: Platform): Promise<unknown>
}

/**
 * Runs a task at its interval, counted from the last run stored in the database. A failure is logged; the task runs
 * again at the next interval. Returns a function that stops it.
 * @param notBefore time in ms since 1970 before which it does not run
 */
export function startPersistent(
  platform: Platform,
  { name, every, minStartDelay, work }: PersistentInterval,
  notBefore = 0,
): () => void {
  let timer: ReturnType<typeof setTimeout>
  let ended = false
  const wait = (ms: number) => {
    if (!ended) timer = setTimeout(run, ms)
  }
  const run = async () => {
    try {
      await storeLastRun(platform, name, new Date())
      const marked = () => workMarks.during(new Work('task', numberOf(name)), () => work(platform))
      await activities.during(`task ${name}`, marked)
    } catch (err) {
      log.error({ err, task: name }, 'a scheduled task failed')
    }
    wait(every)
  }
  const minDelay = Math.max(minStartDelay, notBefore - Date.now())
  lastRun(platform, name).then(
    (last) => wait(Math.max(minDelay, Math.min(every, last + every - Date.now()))), // bounded: the clock may have been set back
    () => wait(minDelay),
  )
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

/** Key of the row of `installation` that holds the start of the last run. */
const keyOf = (name: string) => `round/${name}`

async function lastRun({ db }: Platform, name: string): Promise<number> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', keyOf(name)).executeTakeFirst()
  return Date.parse(row?.value ?? '') || 0
}

const storeLastRun = (platform: Platform, name: string, at: Date) =>
  platform.transaction(({ db }) =>
    db
      .insertInto('installation')
      .values({ key: keyOf(name), value: at.toISOString() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: at.toISOString() }))
      .execute(),
  )
