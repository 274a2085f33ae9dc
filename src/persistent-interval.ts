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
 * Runs a task at its interval, counted from the last run stored in the database, once in an installation of several
 * processes. A failure is logged; the task runs again at the next interval. Returns a function that stops it.
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
      if (!(await startRun(platform, name, every)))
        return wait(Math.max(minRetry, msLeft(await lastRun(platform, name))))
      const marked = () => workMarks.during(new Work('task', numberOf(name)), () => work(platform))
      await activities.during(`task ${name}`, marked)
    } catch (err) {
      log.error({ err, task: name }, 'a scheduled task failed')
    }
    wait(every)
  }
  const msLeft = (last: number) => Math.min(every, last + every - Date.now()) // bounded: the clock may have been set back
  const minDelay = Math.max(minStartDelay, notBefore - Date.now())
  lastRun(platform, name).then(
    (last) => wait(Math.max(minDelay, msLeft(last))),
    () => wait(minDelay),
  )
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

/** Clocks of the processes of an installation differ by less, in ms (src/database-server.ts refuses a minute). */
const maxClockDifference = 5 * 60_000
/** Shortest time in ms until the next attempt at a run that another process has started. */
const minRetry = 1000

/** Key of the row of `installation` that holds the start of the last run. */
const keyOf = (name: string) => `round/${name}`

async function lastRun({ db }: Platform, name: string): Promise<number> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', keyOf(name)).executeTakeFirst()
  return Date.parse(row?.value ?? '') || 0
}

/**
 * Stores that a run starts now. Returns false when another process has started one less than `every` ms ago. A start far
 * in the future counts as none: the clock has been set back.
 */
export const startRun = (platform: Platform, name: string, every: number, now = Date.now()): Promise<boolean> =>
  platform.transaction(async ({ db }) => {
    const [value, due, future] = [now, now - every, now + maxClockDifference].map((ms) => new Date(ms).toISOString())
    const started = await db
      .insertInto('installation')
      .values({ key: keyOf(name), value: value as string })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ value: value as string })
          .where(({ or, eb }) =>
            or([eb('installation.value', '<=', due as string), eb('installation.value', '>', future as string)]),
          ),
      )
      .returning('key')
      .executeTakeFirst()
    return started !== undefined
  })
