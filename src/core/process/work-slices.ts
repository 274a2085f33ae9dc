import { Rotation } from '../rotation'
import type { CompanyId } from '../storage/schema'
import { workMarks } from './work-marks'

/** Time in ms that long work may take of one turn of the event loop. */
const usualSliceMs = 0.5
/** The same for work that holds the only writer: reads of others wait longer, and their writes less long. */
const writingSliceMs = 8

/**
 * Cuts long work on the main thread, such as building a page of 500 rows, into slices: between its pieces the work calls
 * `pause`, which waits once the slices of this turn of the event loop have taken `sliceMs`. Waiting works continue one
 * at a time, with companies in rotation, and every second turn of the loop has no slice, so that requests of others run.
 */
export class WorkSlices {
  private readonly turns = new Rotation<CompanyId>()
  private turnBegan: number | undefined

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly sliceMs = usualSliceMs,
  ) {}

  /** Call between two pieces of work. A piece should take well below a millisecond. */
  async pause(companyId: CompanyId): Promise<void> {
    if (this.now() - this.turnStart() < this.sliceMs) return
    await workMarks.whileAway(this.turns.run(companyId, twoLoopTurns))
    this.turnStart()
  }

  /** Time of the first slice of this turn of the event loop. */
  private turnStart(): number {
    if (this.turnBegan !== undefined) return this.turnBegan
    this.turnBegan = this.now()
    setImmediate(() => {
      this.turnBegan = undefined
    })
    return this.turnBegan
  }
}

async function twoLoopTurns() {
  await nextLoopTurn()
  await nextLoopTurn()
}

/** Resolves in the next turn of the event loop, after what waits for this one. */
export const nextLoopTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Slices of the process. */
export const workSlices = new WorkSlices()
/** Slices of long transactions. */
export const writingSlices = new WorkSlices(undefined, writingSliceMs)

/** Converts values one after the other, in slices. */
export async function mapInSlices<T, R>(companyId: CompanyId, values: T[], convert: (value: T) => R): Promise<R[]> {
  const converted: R[] = []
  for (const value of values) {
    await workSlices.pause(companyId)
    converted.push(convert(value))
  }
  return converted
}
