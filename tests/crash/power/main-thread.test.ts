import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sizeOf } from '../../size'
import { recorderCommand } from './recorder-command'
import { readRecording, type Step } from './recording'

const scratch = mkdtempSync(join(tmpdir(), 'balcao-main-thread-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Arguments of load.ts, and the duration of a flush. */
interface Load {
  writes: number
  pauseMs: number
  rows: number
  restarts: number
  flushMs: number
}

/** Steps of load.ts between `begun` and `ended`, on a disk whose flushes take `flushMs`. */
async function recordLoad(name: string, load: Load) {
  const directory = join(scratch, name)
  const log = `${directory}-recording`
  mkdirSync(directory)
  const words = [directory, load.writes, load.pauseMs, load.rows, load.restarts].map(String)
  const command = [process.execPath, join(import.meta.dir, 'load.ts'), ...words]
  const child = Bun.spawn([...recorderCommand(log, directory, { flushMs: load.flushMs }), ...command], {
    stderr: 'inherit',
  })
  expect(await child.exited).toBe(0)
  const steps = readRecording(log)
  const [begun, ended] = ['begun', 'ended'].map((mark) => steps.findIndex(isMark(mark)))
  return steps.slice(begun, ended)
}

const isMark = (name: string) => (step: Step) => step.change.kind === 'mkdir' && step.change.path.endsWith(`/${name}`)
const flushes = (steps: Step[]) => steps.filter(({ at, change }) => at === 'begin' && change.kind === 'flush')
/** Restarts of the write-ahead log: writes of its header at offset 0. */
const restarts = (steps: Step[]) =>
  steps.filter(
    ({ at, change }) => at === 'end' && change.kind === 'write' && change.path.endsWith('-wal') && change.offset === 0,
  )

const lightWrites = sizeOf({ everyday: 12, full: 25 })
const heavyWrites = sizeOf({ everyday: 130, full: 400 })
const minRestarts = sizeOf({ everyday: 1, full: 2 })

describe('the main thread', () => {
  test('flushes nothing at one write every 400 ms on a disk whose flushes take 50 ms', async () => {
    const steps = await recordLoad('light', { writes: lightWrites, pauseMs: 400, rows: 1, restarts: 0, flushMs: 50 })
    expect(flushes(steps).filter(({ main }) => main).length).toBe(0)
    expect(flushes(steps).length).toBeGreaterThanOrEqual(lightWrites) // another thread flushes once per write
  }, 300_000)

  test('flushes nothing while the write-ahead log restarts', async () => {
    const load = { writes: heavyWrites, pauseMs: 5, rows: 150, restarts: minRestarts, flushMs: 2 }
    const steps = await recordLoad('heavy', load)
    expect(flushes(steps).filter(({ main }) => main).length).toBe(0)
    expect(restarts(steps).length).toBeGreaterThanOrEqual(minRestarts)
    expect(restarts(steps).filter(({ main }) => main)).toEqual([])
  }, 300_000)
})
