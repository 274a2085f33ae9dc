import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { log } from '../../../src/core/log'
import { type MarkedWork, removeStallRecord, type StallRecord, stallFile } from '../../../src/core/process/stall-record'
import { numberOf } from '../../../src/core/process/work-marks'
import { holdStalledWork } from '../../../src/last-stall'
import { HeldMessages } from '../../../src/whatsapp/held-messages'
import { createInstallation } from '../../installation'

const level = log.level
log.level = 'silent'
const directory = mkdtempSync(join(tmpdir(), 'balcao-stall-'))
afterAll(() => {
  log.level = level
  rmSync(directory, { recursive: true })
})
let platform: Awaited<ReturnType<typeof createInstallation>>['platform']
beforeEach(async () => {
  platform = (await createInstallation()).platform
})

const hour = 3_600_000
const job = (id: number): MarkedWork => ({ kind: 'job', group: 0, id })
const message = (waId: string): MarkedWork => ({ kind: 'message', group: 3, id: numberOf(waId) })
const task = (name: string): MarkedWork => ({ kind: 'task', group: 0, id: numberOf(name) })
const nothing = { jobs: { culprits: [], suspects: [] }, tasks: [] }

let at = Date.parse('2026-11-01T12:00:00.000Z')

/** A start after the process has ended while its loop stood still in this work; null for any other end. */
async function start(
  work: MarkedWork[] | null,
  { hoursLater = 1, keepsRecord = false, node = null as string | null, ...fields } = {},
) {
  at += hoursLater * hour
  const record: StallRecord = {
    ...{ at: new Date(at).toISOString(), work: work ?? [], isShared: false, suspect: null },
    ...fields,
  }
  if (work) writeFileSync(stallFile(directory), JSON.stringify(record))
  const held = new HeldMessages()
  const stalled = await holdStalledWork(platform, held, { directory, node })
  if (!keepsRecord) removeStallRecord(directory)
  return { ...stalled, held }
}

test('a start after an ordinary end holds nothing back', async () => {
  expect(await start(null)).toMatchObject(nothing)
})

test('a culprit is named once; the next start knows nothing of it', async () => {
  expect((await start([job(7)])).jobs).toEqual({ culprits: [7], suspects: [] })
  expect((await start(null)).jobs).toEqual({ culprits: [], suspects: [] })
})

test('a start that ends before it has removed the record gives the same verdict again', async () => {
  const verdict = { culprits: [], suspects: [7, 8] }
  expect((await start([job(7), job(8)], { keepsRecord: true })).jobs).toEqual(verdict)
  expect((await start(null)).jobs).toEqual(verdict)
})

test('a suspect of the last stall is the culprit of the next one within a day', async () => {
  await start([job(7), job(8)])
  expect((await start([job(8), job(9)])).jobs).toEqual({ culprits: [8], suspects: [] })
  expect((await start([job(7), job(8)])).jobs).toEqual({ culprits: [], suspects: [7, 8] })
  expect((await start([job(8), job(9)], { hoursLater: 25 })).jobs).toEqual({ culprits: [], suspects: [8, 9] })
})

test('a culprit among messages is held at every later start, and stored singly at the next one', async () => {
  const first = (await start([message('A')])).held
  expect([first.has(3, 'A'), first.has(3, 'B'), first.has(4, 'A'), first.isStoredSingly(3)]).toEqual([
    ...[true, false, false, true],
  ])
  const later = (await start(null)).held
  expect([later.has(3, 'A'), later.isStoredSingly(3)]).toEqual([true, false])
})

test('a message whose placeholder stands still as well is dropped', async () => {
  expect((await start([message('A')])).held.isDropped(3, 'A')).toBe(false)
  expect((await start([message('A')])).held.isDropped(3, 'A')).toBe(true)
})

test('a suspect among messages is stored singly and not held', async () => {
  const { held } = await start([message('A'), job(1)])
  expect([held.has(3, 'A'), held.isStoredSingly(3)]).toEqual([false, true])
})

test('a task pauses for an hour, then for two, and at most for a day', async () => {
  const pauses: number[] = []
  for (let stall = 0; stall < 7; stall++) {
    const { tasks } = await start([task('search index')])
    expect(tasks).toMatchObject([{ id: numberOf('search index'), times: stall + 1 }])
    pauses.push((Date.parse(tasks[0]?.until ?? '') - at) / hour)
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 24, 24])
})

test.each(['', '{"at":', '{}', 'null'])('the damaged record %j counts as none', async (text) => {
  writeFileSync(stallFile(directory), text)
  expect(await start(null)).toMatchObject(nothing)
})

test('each node judges its own stalls, and holds the messages that stopped any of them', async () => {
  expect((await start([job(7), job(8)], { node: 'a:3000' })).jobs).toEqual({ culprits: [], suspects: [7, 8] })
  expect((await start([job(8), job(9)], { node: 'b:3000' })).jobs).toEqual({ culprits: [], suspects: [8, 9] })
  expect((await start([job(7), job(1)], { node: 'a:3000' })).jobs).toEqual({ culprits: [7], suspects: [] })
  await start([message('A')], { node: 'a:3000' })
  await start([task('search index')], { node: 'b:3000' })
  const [one, other] = [await start(null, { node: 'a:3000' }), await start(null, { node: 'b:3000' })]
  expect([one.held.has(3, 'A'), other.held.has(3, 'A')]).toEqual([true, true])
  expect([one.tasks.length, other.tasks.length]).toEqual([0, 1])
})
