import type { NodeFigures } from '../../../core/nodes/node-figures'
import type { Platform } from '../../../core/scope'
import { listNodeRows } from '../../../core/storage/node-rows'
import { addDays, dayIn, usualZone } from '../../../core/time'
import { parseJson } from '../../../shared/json'
import { daysBetween } from '../../../shared/recurrence'
import type { DiskSpace } from './model'

/** Days of the trend. */
const trendDays = 30
/** Days after which a disk that fills up is not told. */
const maxDaysAhead = 365

interface Space {
  node: string
  freeBytes: number
  totalBytes: number
}

/** Free space at the data of each living process. An earlier version does not tell it. */
async function readSpaces(platform: Platform): Promise<Space[]> {
  const { node } = platform.ports
  if (!node.isShared) return spaceOf(node.name, node.readFigures())
  const rows = (await listNodeRows(platform.handle)).filter(({ isSilent }) => !isSilent)
  return rows.flatMap(({ name, facts }) => spaceOf(name, parseJson(facts)))
}

function spaceOf(node: string, { diskFreeBytes, diskBytes }: Partial<NodeFigures>): Space[] {
  if (diskFreeBytes === undefined || diskBytes === undefined) return []
  return [{ node, freeBytes: diskFreeBytes, totalBytes: diskBytes }]
}

/** Scheduled task: stores the free space of the day, the last value of each, and deletes days beyond the trend. */
export async function storeDiskDay(platform: Platform, now = new Date()) {
  const day = dayIn(usualZone, now)
  const spaces = await readSpaces(platform)
  await platform.transaction(async ({ db }) => {
    for (const { node, freeBytes, totalBytes } of spaces)
      await db
        .insertInto('disk_days')
        .values({ day, node, freeBytes, totalBytes })
        .onConflict((conflict) => conflict.columns(['day', 'node']).doUpdateSet({ freeBytes, totalBytes }))
        .execute()
    await db.deleteFrom('disk_days').where('day', '<', addDays(day, -trendDays)).execute()
  })
}

/** Free space now, and how fast it gets less. */
export async function readDisks(platform: Platform, now = new Date()): Promise<DiskSpace[]> {
  const today = dayIn(usualZone, now)
  const spaces = await readSpaces(platform)
  const rows = await platform.db
    .selectFrom('disk_days')
    .select(['day', 'node', 'freeBytes'])
    .where('day', '>=', addDays(today, -trendDays))
    .where('day', '<', today)
    .orderBy('day')
    .execute()
  return spaces.map((space) => {
    const days = rows.filter(({ node }) => node === space.node).map(({ day, freeBytes }) => ({ day, freeBytes }))
    const [first] = days
    const all = [...days, { day: today, freeBytes: space.freeBytes }]
    const rate = first ? Math.round((first.freeBytes - space.freeBytes) / daysBetween(first.day, today)) : null
    const fullIn = rate !== null && rate > 0 ? Math.floor(space.freeBytes / rate) : null
    return {
      ...space,
      bytesPerDay: rate,
      fullInDays: fullIn !== null && fullIn <= maxDaysAhead ? fullIn : null,
      days: all,
    }
  })
}
