import { AppError } from '../../../shared/errors'
import { log } from '../../log'
import { isFullDisk } from './disk'
import type { Unit } from './unit'

/** Failures of groups of writes: refuses their units, logs them and tells who listens. */
export class WriteFailures {
  /** True from a write that the disk had no room for until the next one that it stores. */
  isFull = false
  /** Called with SQLite's error when a group could not be stored. */
  readonly listeners: ((error: unknown) => void)[] = []

  /** Refuses the units of a group that is not stored, with ERR_STORAGE. */
  refuseUnits(group: Unit[], error: unknown) {
    this.logFailure(error, group.length)
    for (const unit of group) unit.reject(new AppError('ERR_STORAGE', {}, { cause: error }))
    for (const listener of this.listeners) listener(error)
  }

  /** Call after each commit. */
  endFull() {
    if (!this.isFull) return
    this.isFull = false
    log.info('the disk has room again: writes are stored')
  }

  /** Logs a full disk once, without a stack: every write fails until there is room. */
  private logFailure(error: unknown, units: number) {
    if (!isFullDisk(error)) return log.error({ err: error, units }, 'a group of writes was not stored')
    if (!this.isFull) log.error('the disk is full: nothing new is stored until there is room')
    this.isFull = true
  }
}
