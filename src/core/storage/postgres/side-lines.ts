import { workMarks } from '../../process/work-marks'
import { Rotation } from '../../rotation'
import type { SideReader } from '../db'
import type { CompanyId } from '../schema'
import type { Line } from './lines'

/** Long reads at once. */
export const sideLines = 3

/**
 * Runs long reads on connections of their own, with companies in rotation. The server plans each with its values
 * (`plan_cache_mode`): with a plan for any values, a search for a common word read the whole index and took 168 ms
 * instead of 6.
 */
export class SideLines implements SideReader {
  private readonly turns = new Rotation<CompanyId>(sideLines)
  private isStopped = false

  constructor(private readonly withLine: <R>(companyId: CompanyId, work: (line: Line) => Promise<R>) => Promise<R>) {}

  read(companyId: CompanyId, text: string, values: readonly unknown[]): Promise<unknown[]> {
    if (this.isStopped) return Promise.reject(new Error('the server stops'))
    const rows = () => this.withLine(companyId, (line) => line.rows(text, values))
    return workMarks.whileAway(this.turns.run(companyId, rows))
  }

  async stop() {
    this.isStopped = true
  }
}
