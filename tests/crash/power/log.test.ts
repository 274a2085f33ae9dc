import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../src/core/storage/sqlite/store'
import { sizeOf } from '../../size'
import { createSeededRandom } from '../seeded-random'
import { type Disk, recorderCommand } from './recorder-command'
import { readRecording, type Step } from './recording'
import { countLossesByKind, findUnexplainedFiles, type Loss, type Recording, replay } from './replay'

const cuts = sizeOf({ everyday: 20, full: 60 })

const scratch = mkdtempSync(join(tmpdir(), 'balcao-power-log-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

interface Acknowledged {
  n: number
  time: string
}

/** 400 or more transactions of 45 pages, until the write-ahead log has restarted once, at 64 MB. */
const long = ['400', '5', '45', '1']
/** 250 transactions of 25 pages: the log is checkpointed and may restart. */
const medium = ['250', '2', '25']
/** 100 transactions of 5 pages: the log is never checkpointed. */
const short = ['100', '5', '5']

/** Records one run of load.ts. @param load its arguments WRITES, PAUSE, ROWS and RESTARTS */
async function recordLoad(directory: string, run: number, load: string[], disk: Partial<Disk> = {}) {
  const log = `${directory}-recording-${run}`
  const command = [process.execPath, join(import.meta.dir, 'load.ts'), directory, ...load]
  const child = Bun.spawn([...recorderCommand(log, directory, disk), ...command], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const code = await child.exited
  const acknowledged = JSON.parse(readFileSync(`${directory}-acknowledged`, 'utf8')) as Acknowledged[]
  return { code, steps: readRecording(log), acknowledged }
}

/** Number of steps within which a second run has written the header of its log. */
const stepsOfStart = 500

function directoryOf(name: string): string {
  const directory = join(scratch, name)
  mkdirSync(directory)
  return directory
}

const beginsLog = ({ at, change }: Step) =>
  at === 'end' && change.kind === 'write' && change.path.endsWith('-wal') && change.offset === 0

function lossesOf(
  recording: Recording,
  acknowledged: Acknowledged[],
  given: { name: string; within?: [number, number] },
) {
  return replay(recording, {
    ...given,
    cuts,
    acknowledgements: given.within ? [] : acknowledged.map(({ time }) => BigInt(time)),
    state: join(scratch, 'state'),
    findLosses: (state, moment) =>
      findLostRows(
        state,
        acknowledged.filter(({ time }) => moment === null || BigInt(time) <= moment),
      ),
  })
}

/** Selects pages changed by transactions that are not in `done`. */
const selectHalfWrittenPages =
  "select n from pages where v not like 'x%' and cast(v as integer) not in (select n from done)"

async function findLostRows(state: string, acknowledged: Acknowledged[]): Promise<Loss[]> {
  try {
    const store = openStore(join(state, 'balcao.db'))
    const { sqlite } = store.read.statements
    const losses = sqlite
      .query('pragma integrity_check')
      .values()
      .flat()
      .filter((line) => line !== 'ok')
    const there = acknowledged.length > 0 ? sqlite.query('select n from done').values().flat() : []
    const halves = acknowledged.length > 0 ? sqlite.query(selectHalfWrittenPages).values().flat() : []
    await store.close()
    const found = new Set(there)
    losses.push(...halves.map((n) => `row ${n} is there without its transaction`))
    return [...losses.map(String), ...acknowledged.filter(({ n }) => !found.has(n)).map(({ n }) => `row ${n} is lost`)]
  } catch (error) {
    return [`the database does not open: ${error}`]
  }
}

test('a power cut loses no acknowledged row while the log is checkpointed and restarts', async () => {
  const directory = directoryOf('usual')
  const { code, steps, acknowledged } = await recordLoad(directory, 1, long)
  expect(code).toBe(0)
  expect(acknowledged.length).toBeGreaterThanOrEqual(400)
  expect(steps.filter(beginsLog).length).toBeGreaterThanOrEqual(3) // the first two: creation and start
  const recording = { directory, steps }
  expect(findUnexplainedFiles(recording, join(scratch, 'usual-all'))).toEqual([])
  expect(
    countLossesByKind(await lossesOf(recording, acknowledged, { name: 'power cuts while the log is written' })),
  ).toEqual({})
}, 600_000)

test('a power cut after a failed flush and a second start loses no row acknowledged before or after', async () => {
  const directory = directoryOf('failing')
  const failingFlush = Math.floor(createSeededRandom('which flush fails').between(50, 220))
  const first = await recordLoad(directory, 1, medium, { failingFlush })
  expect(first.code).toBe(137) // killed
  expect(first.steps.filter(({ at }) => at === 'failed').length).toBe(1)
  const second = await recordLoad(directory, 2, short)
  expect([second.code, second.acknowledged.length]).toEqual([0, 100])
  const recording = { directory, steps: [...first.steps, ...second.steps] }
  const acknowledged = [...first.acknowledged, ...second.acknowledged]
  const everywhere = await lossesOf(recording, acknowledged, { name: 'power cuts after a failed flush' })
  expect(countLossesByKind(everywhere)).toEqual({})
  const failure = first.steps.findIndex(({ at }) => at === 'failed')
  const start: [number, number] = [failure, first.steps.length + stepsOfStart]
  const between = await lossesOf(recording, acknowledged, { name: 'power cuts until it has started', within: start })
  expect(countLossesByKind(between)).toEqual({})
}, 600_000)
