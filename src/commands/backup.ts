import { Refused } from '../core/refused'
import type { Run } from './command'

export const run: Run = async () => {
  throw new Refused('not there yet')
}
