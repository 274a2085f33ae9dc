import { type StoredBackup, timeOfBackup } from '../../../core/backup/places/place'
import type { Platform } from '../../../core/scope'
import { nextSlot } from './due'
import type { Backups } from './model'
import { readRules } from './rules'
import { readBackupState } from './state'

/** Backups listed on the page; `balcao backups` lists all. */
const maxListed = 60

/** State of the backups, without secrets. */
export async function readBackups(platform: Platform, now = new Date()): Promise<Backups> {
  const { isServer, plan, thread } = platform.ports.backups
  const { startedAt, success, failures, problem, kept, local } = await readBackupState(platform.handle)
  const { time, timeZone } = await readRules(platform.handle)
  return {
    ...{ isServer, plan, isRunning: thread?.isRunning ?? false },
    ...{ startedAt, success, failures, problem },
    nextAt: thread && new Date(nextSlot(time, timeZone, now)).toISOString(),
    kept: kept.slice(0, maxListed).map(withTime),
    local: local.map(withTime),
  }
}

const withTime = ({ id, size }: StoredBackup) => ({ id, size, at: new Date(timeOfBackup(id) ?? 0).toISOString() })
