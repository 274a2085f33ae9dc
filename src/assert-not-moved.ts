import { BadConfig } from './bad-config'
import { log } from './core/log'
import type { Store } from './core/storage/db'
import { type MoveMark, readMark, removeMark } from './core/storage/move/mark'

/** How the refusals of a database name it, and the command that returns to it. */
interface Here {
  /** Begins after the name of the variable, such as `names a database that`. */
  that: string
  /** Way to use the other place: change of the variable. */
  use: string
  /** Command that moves today's data back here. */
  back: string
}

/**
 * Refuses a database that was moved to another place, and one to which a move has not ended. A move away from here that
 * has not ended is given up: rows may change from now on.
 * @throws BadConfig with the way on and the way back
 */
export async function assertNotMoved(store: Pick<Store, 'read' | 'write'>, here: Here) {
  const mark = await readMark(store.read)
  if (mark === null) return
  if (mark.state === 'out') throw movedOut(mark)
  if (mark.state !== 'moving') throw new BadConfig('BALCAO_DATABASE_URL', refusal(mark, here))
  await store.write((tx) => removeMark(tx))
  log.warn({ to: mark.place }, 'an unfinished move of this database is given up')
}

/** Refusal of an installation that serves on another machine by now (docs/adr/0185). */
const movedOut = ({ place, at }: MoveMark) =>
  new BadConfig(
    'BALCAO_DATA_DIR',
    `names an installation that was moved out to ${place} on ${at.slice(0, 10)}: it is served where that file was moved in, and a number in two places gets banned; if it was moved in nowhere, balcao move-out --take-back serves it here again`,
  )

function refusal({ state, place, at }: MoveMark, { that, use, back }: Here): string {
  if (state === 'arriving')
    return `${that} an unfinished move from ${place} fills; end it by the same balcao move, or use another database`
  return `${that} was moved to ${place} on ${at.slice(0, 10)}; ${use}, or return with today's data: ${back}`
}
