import { BadConfig } from '../../bad-config'
import type { MoveMark } from '../../core/storage/move/mark'

/** Facts of the source that a target must fit. */
export interface Origin {
  /** Root key of the installation. */
  root: string
  /** True when the key is in BALCAO_SECRET. */
  isKeyOutside: boolean
  /** Mark of the source; null without a move. */
  mark: MoveMark | null
}

/** The refusal of a source whose rows are in use at another place. */
export const movedAlready = ({ place, at }: MoveMark) =>
  new BadConfig('--to', `cannot be used: the database was moved to ${place} on ${at.slice(0, 10)} already`)
