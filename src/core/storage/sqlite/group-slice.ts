import { workMarks } from '../../process/work-marks'
import { nextLoopTurn } from '../../process/work-slices'

/** Time in ms that a group's units may take of one turn of the event loop; requests that only read run between them. */
const sliceMs = 1

/** Part of one turn of the event loop that the running group of writes takes. */
export class GroupSlice {
  private began = 0

  /** @param isCut false for a database in memory, which has one handle, so that its groups are not cut */
  constructor(private readonly isCut: boolean) {}

  begin() {
    this.began = performance.now()
  }

  /**
   * Lets a turn of the event loop pass once the slice is over. Other handles see the group only after its commit.
   */
  async endIfOver() {
    if (this.isCut && performance.now() - this.began >= sliceMs) await this.next()
  }

  /** Lets a turn of the event loop pass, after which the next slice begins. */
  async next() {
    await nextLoopTurn()
    workMarks.beginPass()
    this.begin()
  }
}
