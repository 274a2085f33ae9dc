import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sizeOf } from '../../size'
import { until } from '../../until'
import { Deployment } from '../deployment'
import { linkNumber } from '../linking'
import { createSeededRandom } from '../seeded-random'
import { Traffic } from '../traffic'
import { type AcknowledgedMessage, monotonicNow, recordAcknowledged } from './acknowledged-messages'
import { copyCompany } from './copy-company'
import { findLosses } from './find-losses'
import { recorderCommand } from './recorder-command'
import { readRecording, type Step } from './recording'
import { countLossesByKind, findUnexplainedFiles, type Recording, replay } from './replay'

/** Number of simulated power cuts. */
const cuts = sizeOf({ everyday: 50, full: 200 })
/** Maximum number of power cuts on a faulty disk, of which the losses must be found. */
const controlCuts = 40

const scratch = mkdtempSync(join(tmpdir(), 'balcao-power-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let recording: Recording
const acknowledged: AcknowledgedMessage[] = []
/** Files that differ from the recording. */
let unexplainedFiles: string[] = []

/**
 * Records every write of an executable under traffic with files, through a kill, a second start, an export, an import
 * and an orderly end.
 */
beforeAll(async () => {
  const logs: string[] = []
  const deployment = await Deployment.open({}, (dataDir) => {
    logs.push(join(scratch, `recording-${logs.length}`))
    return recorderCommand(logs.at(-1) ?? '', dataDir)
  })
  try {
    const steps = await recordTraffic(deployment, () => readRecording(logs.at(-1) ?? ''))
    recording = { directory: deployment.dataDir, steps }
    unexplainedFiles = findUnexplainedFiles(recording, join(scratch, 'all'))
  } finally {
    await deployment.close()
  }
}, 600_000)

async function recordTraffic(deployment: Deployment, takeRecording: () => Step[]): Promise<Step[]> {
  const linked = await linkNumber(deployment, '5511911110009')
  const traffic = new Traffic(deployment, linked, createSeededRandom('traffic before power cuts'), 0.3)
  traffic.onAccepted = (id, withFile) => acknowledged.push({ id, time: monotonicNow(), ready: withFile })
  await traffic.openChats(4)
  await recordAcknowledged(deployment, acknowledged)
  const running = traffic.run({ inbound: 25, outbound: 25 })
  await until('messages and files', () => countAcknowledged() > 100 && countAcknowledged('ready') > 20)
  await deployment.stop('SIGKILL')
  const first = takeRecording()
  const before = countAcknowledged()
  deployment.start()
  await until('a second start', () => recordAcknowledged(deployment, acknowledged))
  await until('messages after it', () => countAcknowledged() > before + 100)
  traffic.stop()
  await running
  await copyCompany(deployment)
  await deployment.stop('SIGTERM')
  return [...first, ...takeRecording()]
}

const countAcknowledged = (what?: 'ready') => acknowledged.filter(({ ready }) => ready || !what).length

async function lossesOf(given: { name: string; cuts: number; until?: string; carriesOut?: (step: Step) => boolean }) {
  const losses = await replay(recording, {
    ...given,
    acknowledgements: acknowledged.map(({ time }) => time),
    state: join(scratch, 'state'),
    findLosses: (state, moment) =>
      findLosses(
        state,
        acknowledged.filter(({ time }) => moment === null || time <= moment),
      ),
  })
  return countLossesByKind(losses)
}

const flushedPath = ({ change }: Step) => (change.kind === 'flush' ? change.path : '')
const isDirectory = (path: string) => /\/data(\/media(\/\d+)*)?$/.test(path)
const isMediaFile = (path: string) => /[0-9a-f]{32}(\.part)?$/.test(path)

test('replaying the recording yields the content of every file', () => {
  expect(unexplainedFiles).toEqual([])
})

test('a power cut loses no acknowledged row or file and leaves an intact database', async () => {
  expect(await lossesOf({ name: 'power cuts', cuts })).toEqual({})
}, 600_000)

test.each<[what: string, does: string, loss: string, isIgnored: (path: string) => boolean]>([
  ['the write-ahead log', 'loses acknowledged messages', 'message … is lost', (path) => path.endsWith('-wal')],
  ['directories', 'loses acknowledged files', 'file … is lost', isDirectory],
  ['files', 'damages acknowledged files', 'file … is damaged', isMediaFile],
])(
  'a disk that ignores flushes of %s %s',
  async (what, _, loss, isIgnored) => {
    const found = await lossesOf({
      name: `without the flush of ${what}`,
      cuts: controlCuts,
      until: loss,
      carriesOut: (step) => !isIgnored(flushedPath(step)),
    })
    expect(found).toHaveProperty([loss])
  },
  600_000,
)
