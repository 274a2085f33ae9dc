import '../browser'
import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import type { Me } from '../../../src/features/accounts/auth/model'
import type { Schedule } from '../../../src/features/inbox/schedules/model'
import { comingDays } from '../../../src/shared/repetition'
import { session } from '../../../ui/lib/session'
import { keptDay, makeForm, repetitionOf, saveSchedule } from '../../../ui/pages/inbox/schedules/schedule-form'
import { ana, type Call, json, serve } from '../browser'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const { fetch: nativeFetch, XMLHttpRequest: nativeUpload } = globalThis
const monthly: NonNullable<Schedule['repeat']> = {
  ...{ every: 'month', weekdays: [], monthDay: 31 },
  ...{ left: null, until: null, time: '09:00' },
}
const contact = { id: 1, name: 'Maria', number: null, profilePicUrl: '' }

const row = (change: Partial<Schedule>): Schedule => ({
  ...{ id: 5, body: 'Bom dia', contactId: 1, contact, userId: ana.id, userName: 'Ana' },
  ...{ sendAt: '2027-02-28T12:00:00.000Z', sentAt: null, status: 'PENDENTE', error: null, late: false },
  ...{ waitUntil: null, mediaId: null, mediaName: null, mediaPath: null, mediaType: null, repeat: monthly },
  ...{ paused: false, createdAt: '2026-11-01T12:00:00.000Z', updatedAt: '2026-11-01T12:00:00.000Z' },
  ...change,
})

let stored: Schedule
let calls: Call[]
/** Status of the answer to an upload, in place of the network. */
let uploadStatus: number
class Upload {
  upload = {}
  status = 0
  response: unknown
  onload = () => {}
  open = (method: string, path: string) => void calls.push({ method, path, token: null, key: null, body: '' })
  setRequestHeader() {}
  getResponseHeader = () => null
  send() {
    this.status = uploadStatus
    this.response = uploadStatus === 200 ? stored : { error: 'ERR_TOO_LARGE' }
    queueMicrotask(() => this.onload())
  }
}

beforeEach(() => {
  setSystemTime(now)
  session.value = { kind: 'in', me: ana as unknown as Me }
  stored = row({})
  uploadStatus = 200
  calls = serve(({ body }) => {
    const { paused = stored.paused } = JSON.parse(body) as { paused?: boolean }
    stored = { ...stored, paused }
    return json(stored)
  })
  globalThis.XMLHttpRequest = Upload as never
})
afterEach(() => {
  setSystemTime()
  globalThis.fetch = nativeFetch
  globalThis.XMLHttpRequest = nativeUpload
  session.value = { kind: 'out' }
})

const file = { kind: 'picked', file: new File(['a;b'], 'tabela.csv', { type: 'text/csv' }) } as never
/** Opens a schedule, applies the changes to its form and saves it. Returns the stored versions. */
async function save(current: Schedule | null, change: object) {
  const was = makeForm({ schedule: current ?? undefined, contact }).values()
  const versions: Schedule[] = []
  const onStored = (version: Schedule) => void versions.push(version)
  const values = { ...was, ...change }
  await saveSchedule({ current, was, values, staysPaused: current?.paused ?? false, onStored })
  return versions
}
const requests = () => calls.map(({ method, path, body }) => [method, path, body === '' ? null : JSON.parse(body)])
const text = { contactId: 1, body: 'Boa tarde' }

test('a changed text sends neither the time nor the repetition', async () => {
  await save(stored, { body: 'Boa tarde' })
  await save(stored, { body: 'Boa tarde', time: '10:00' })
  expect(requests()).toEqual([
    ['PUT', '/api/schedules/5', text],
    [
      'PUT',
      '/api/schedules/5',
      { ...text, sendAt: '2027-02-28T10:00', repeat: { every: 'month', weekdays: [], left: null, until: null } },
    ],
  ])
})

test('a message is paused until its file is uploaded', async () => {
  await save(null, { body: 'Boa tarde', picture: file })
  const sendAt = '2026-11-20T10:00'
  expect(requests()).toEqual([
    ['POST', '/api/schedules', { ...text, sendAt, repeat: null, paused: true }],
    ['PUT', '/api/schedules/5/upload?fileName=tabela.csv', null],
    ['PUT', '/api/schedules/5', { paused: false }],
  ])
})

test('a message that a person paused stays paused with its new file', async () => {
  await save(row({ paused: true }), { body: 'Boa tarde', picture: file })
  expect(requests()).toEqual([
    ['PUT', '/api/schedules/5', text],
    ['PUT', '/api/schedules/5/upload?fileName=tabela.csv', null],
  ])
})

test('a message whose file was not uploaded stays paused until it is saved again', async () => {
  const versions: Schedule[] = []
  const was = makeForm({ contact }).values()
  const values = { ...was, body: 'Boa tarde', picture: file }
  const saving = { was, values, staysPaused: false, onStored: (version: Schedule) => void versions.push(version) }
  uploadStatus = 413
  await expect(saveSchedule({ ...saving, current: null })).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' })
  expect([versions.length, stored.paused]).toEqual([1, true])
  const [current = null] = versions
  await saveSchedule({ ...saving, current, was: values, values: { ...values, picture: null } })
  expect(requests().at(-1)).toEqual(['PUT', '/api/schedules/5', { ...text, paused: false }])
})

test('an overdue repetition shows its own time on its next day, other overdue messages keep theirs', () => {
  const shown = (change: Partial<Schedule>) => {
    const { date, time } = makeForm({ schedule: row(change) }).values()
    return `${date} ${time}`
  }
  const overdue = { sendAt: '2026-10-31T12:00:00.000Z' }
  expect(shown(overdue)).toBe('30/11/2026 09:00')
  expect(shown({ ...overdue, paused: true, repeat: { ...monthly, every: 'day' } })).toBe('21/11/2026 09:00')
  expect(shown({ ...overdue, repeat: { ...monthly, until: '2026-11-10' } })).toBe('31/10/2026 09:00')
  expect(shown({ ...overdue, repeat: null })).toBe('31/10/2026 09:00')
  expect(shown({ ...overdue, repeat: null, status: 'ERRO' })).toBe('20/11/2026 10:00')
})

test('the days shown in advance keep the stored day of the month while the date of a short month stays', () => {
  const values = makeForm({ schedule: row({}) }).values()
  const kept = keptDay(row({}))
  const daysOf = (date: string) => comingDays('2027-02-28', repetitionOf({ ...values, date }, kept)!, 3)
  expect(values.date).toBe('28/02/2027')
  expect(daysOf('28/02/2027')).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
  expect(daysOf('27/02/2027')[1]).toBe('2027-03-27')
})
