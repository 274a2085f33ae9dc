import { BadConfig } from '../bad-config'
import type { Config } from '../config'
import { countText } from '../core/count-text'
import type { Handle } from '../core/storage/db'
import { type ServerState, serverState } from '../core/storage/postgres/server-state'
import { openForCommand } from '../database-server'
import { bad, type Finding, ok, warn } from './finding'

/** Difference of the clocks of this machine and the database from which it is named, in ms. */
const noticedDifferenceMs = 2000
/** Delay of a replica from which it is named, in seconds. */
const noticedLag = 30

/** Looks into the database of a server as it is at one moment. @throws BadConfig when it cannot be used */
export async function inServer<R>(address: string, look: (handle: Handle) => Promise<R>): Promise<R> {
  const store = await openForCommand(address)
  try {
    return await store.withSnapshot(look)
  } finally {
    await store.close()
  }
}

/** The database of BALCAO_DATABASE_URL: that it can be used, and has what searches and comparisons need. */
export async function checkServer(address: string): Promise<Finding> {
  try {
    return await inServer(address, async (handle) => judgeServer(await serverState(handle)))
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    return bad(error.message, 'docs/several-machines.md lists what the server needs')
  }
}

function judgeServer({ version, missingExtensions, otherCollations, megabytes }: ServerState): Finding {
  if (missingExtensions.length > 0)
    return bad(
      `${missingExtensions.join(' and ')} is missing, so that searches fail`,
      `as superuser: create extension ${missingExtensions.join('; create extension ')}`,
    )
  if (otherCollations > 0)
    return bad(
      `${countText(otherCollations, 'column')} of text sorts by another collation than "C"`,
      'restore the dump of this database into one made by createdb, without changes',
    )
  return ok(`PostgreSQL ${version}, sound and up to date, ${megabytes} MB`)
}

/** Processes that serve this database, the numbers that each holds, and replicas. */
export async function checkNodes({ databaseUrl }: Config): Promise<Finding> {
  if (databaseUrl === null) return ok('one process, with its database file')
  try {
    return await inServer(databaseUrl, async (handle) => judgeNodes(await serverState(handle)))
  } catch (error) {
    if (error instanceof BadConfig) return ok('not checked: see database')
    throw error
  }
}

function judgeNodes({ nodes, unheld, clock, replicas }: ServerState): Finding {
  const difference = Math.abs(clock - Date.now())
  if (difference > noticedDifferenceMs)
    return warn(
      `the clock of this machine differs from that of the database by ${Math.round(difference / 1000)} s`,
      'switch on time synchronisation on every machine: timedatectl set-ntp true',
    )
  const late = replicas.find(({ lagSeconds }) => lagSeconds > noticedLag)
  if (late)
    return warn(
      `the replica ${late.name} is ${Math.round(late.lagSeconds)} s behind`,
      'look at its disk and network; what it lacks is lost if the primary is lost now',
    )
  const listed = nodes.map(
    ({ name, version, sessions, silentSeconds }) =>
      `${name} (version ${version}, ${countText(sessions, 'number')}, seen ${Math.round(silentSeconds)} s ago)`,
  )
  const following = replicas.length > 0 ? `; ${countText(replicas.length, 'replica')} up to date` : ''
  if (unheld > 0 && nodes.length > 0)
    return warn(
      `${countText(unheld, 'number')} should be connected and ${unheld === 1 ? 'is' : 'are'} held by no process`,
      'wait half a minute; then look at the log of the processes',
    )
  return ok(`${listed.length > 0 ? listed.join(', ') : 'no process serves this database'}${following}`)
}
