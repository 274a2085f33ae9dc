import type { WriteEnd } from '../../core/storage/move/ends'
import type { MoveMark } from '../../core/storage/move/mark'
import type { Origin } from './origin'
import type { DatabasePlace } from './read-request'
import { openDirectory } from './target-directory'
import { openServer } from './target-server'

/** Database to which rows are moved, and nothing else uses. */
export interface Target {
  end: WriteEnd
  /** Name for people, without a password. */
  place: string
  /** Stores that this is the target of a move that has not ended. */
  storeMark(mark: MoveMark): Promise<void>
  /** Lets the database be used. */
  complete(): Promise<void>
  close(): Promise<void>
}

/** Opens or creates the target. @throws BadConfig for one that must not be changed, which is left as it was */
export const openTarget = (to: DatabasePlace, origin: Origin): Promise<Target> =>
  'directory' in to ? openDirectory(to.directory, origin) : openServer(to.address, origin)
