import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../until'
import { linkNumber } from '../linking'
import { Plant } from '../plant'
import { seeded } from '../random'
import { Traffic } from '../traffic'
import { examine } from './examine'
import { listenForPromises, now, type Promised } from './ledger'
import { recorderCommand } from './recorder-command'
import { readRecording, type Step } from './recording'
import { type Recording, replay, sumUp, unexplained } from './replay'

/** Power cuts tried in the recording; `POWER_CUTS` asks for more than there is time for in every run. */
const cuts = Number(process.env.POWER_CUTS ?? 200)
/** Power cuts tried on a disk that leaves something out, which must show. */
const controlCuts = 40

const scratch = mkdtempSync(join(tmpdir(), 'balcao-power-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let recording: Recording
const promised: Promised[] = []
/** Files whose content the recording does not explain. */
let strange: string[] = []

/** Traffic both ways with files, through a kill, a second start and an orderly end; every write of it recorded. */
beforeAll(async () => {
  const logs: string[] = []
  const plant = await Plant.open({}, (dataDir) => {
    logs.push(join(scratch, `recording-${logs.length}`))
    return recorderCommand(logs.at(-1) ?? '', dataDir)
  })
  try {
    const steps = await recordTraffic(plant, () => readRecording(logs.at(-1) ?? ''))
    recording = { directory: plant.dataDir, steps }
    strange = unexplained(recording, join(scratch, 'all'))
  } finally {
    await plant.close()
  }
}, 240_000)

async function recordTraffic(plant: Plant, takeRecording: () => Step[]): Promise<Step[]> {
  const linked = await linkNumber(plant, '5511911110009')
  const traffic = new Traffic(plant, linked, seeded('traffic before power cuts'), 0.3)
  traffic.onAccepted = (id, withFile) => promised.push({ id, time: now(), ready: withFile })
  await traffic.begin(4)
  await listenForPromises(plant, promised)
  const poured = traffic.pour({ inbound: 25, outbound: 25 })
  await until('messages and files', () => count() > 100 && count('ready') > 20)
  await plant.end('SIGKILL')
  const first = takeRecording()
  const before = count()
  plant.start()
  await until('a second start', () => listenForPromises(plant, promised))
  await until('messages after it', () => count() > before + 100)
  traffic.stop()
  await poured
  await plant.end('SIGTERM')
  return [...first, ...takeRecording()]
}

const count = (what?: 'ready') => promised.filter(({ ready }) => ready || !what).length

async function lossesOf(name: string, cuts: number, heeds?: (step: Step) => boolean) {
  const losses = await replay(recording, {
    name,
    cuts,
    heeds,
    state: join(scratch, 'state'),
    examine: (state, moment) =>
      examine(
        state,
        promised.filter(({ time }) => moment === null || time <= moment),
      ),
  })
  return sumUp(losses)
}

const flushed = ({ change }: Step) => (change.kind === 'flush' ? change.path : '')
const isDirectory = (path: string) => /\/data(\/media(\/\d+)*)?$/.test(path)
const isMediaFile = (path: string) => /[0-9a-f]{32}(\.part)?$/.test(path)

test('the recording explains the content of every file', () => {
  expect(strange).toEqual([])
})

test('a power cut takes no acknowledged row and no acknowledged file, and leaves a sound database', async () => {
  expect(await lossesOf('power cuts', cuts)).toEqual({})
}, 480_000)

test('a disk that leaves out the flush of the write-ahead log loses acknowledged messages', async () => {
  const found = await lossesOf('without the flush of the log', controlCuts, (step) => !flushed(step).endsWith('-wal'))
  expect(found).toHaveProperty(['message … is lost'])
}, 240_000)

test('a disk that leaves out the flush of directories loses acknowledged files', async () => {
  const found = await lossesOf('without the flush of directories', controlCuts, (step) => !isDirectory(flushed(step)))
  expect(found).toHaveProperty(['file … is lost'])
}, 240_000)

test('a disk that leaves out the flush of files damages acknowledged files', async () => {
  const found = await lossesOf('without the flush of files', controlCuts, (step) => !isMediaFile(flushed(step)))
  expect(found).toHaveProperty(['file … is damaged'])
}, 240_000)
