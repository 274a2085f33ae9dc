import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { saveDraft, saveFlow } from '../../../src/features/automation/flows/drafts'
import { getReplay, listReplayedRuns } from '../../../src/features/automation/flows/replays/read'
import { startReplay } from '../../../src/features/automation/flows/replays/start'
import { createFlow } from '../../../src/features/automation/flows/service'
import { createQueue, deleteQueue, updateQueue } from '../../../src/features/automation/queues/service'
import { type AskedHours, openValues } from '../../../src/shared/flow/hours'
import { type Hours, weekdays } from '../../../src/shared/hours'
import { createFlowCompany, edge, node } from '../../flow-company'
import { createInstallation } from '../../installation'

afterEach(() => setSystemTime())

const windows = (startTime: string, endTime: string) => ({ startTime, endTime, startTimeB: '', endTimeB: '' })
/** Hours on the days from Monday, and others on the rest of the week. */
const hoursOn = (days: number, open: [string, string], rest: [string, string] = ['', '']): Hours => ({
  schedules: weekdays.map((weekdayEn, at) => ({ weekdayEn, ...windows(...(at < days ? open : rest)) })),
  holidays: [],
})
const office = hoursOn(5, ['08:00', '18:00'])
const weekend = hoursOn(5, ['', ''], ['10:00', '14:00'])
const night = hoursOn(7, ['22:00', '06:00'])

describe('values of opening hours', () => {
  const asked: AskedHours[] = ['company', 'connection', 7]
  const openAt = (at: string, timeZone: string, connectionId: number | null = 3) => {
    const hours = { timeZone, company: office, queues: new Map([[7, weekend]]), connections: new Map([[3, night]]) }
    const values = openValues(asked, hours, new Date(at), connectionId)
    return asked.filter((each) => values[`clock.open.${each}`] === 'yes')
  }

  test.each<[string, string, AskedHours[]]>([
    ['2026-03-06T20:59:00Z', 'America/Sao_Paulo', ['company']], // Friday, 17:59
    ['2026-03-06T21:00:00Z', 'America/Sao_Paulo', []],
    ['2026-03-07T02:00:00Z', 'America/Sao_Paulo', ['connection']], // still Friday, 23:00
    ['2026-03-07T13:00:00Z', 'America/Sao_Paulo', [7]], // Saturday, 10:00
    ['2026-03-07T13:00:00Z', 'Asia/Tokyo', ['connection']], // Saturday, 22:00
    ['2026-03-08T23:30:00Z', 'Asia/Tokyo', ['company']], // Monday, 08:30
    ['2026-03-08T23:30:00Z', 'UTC', ['connection']], // Sunday, 23:30
    ['2026-03-29T16:30:00Z', 'Europe/Lisbon', []], // Sunday, 17:30, after the change to summer time
    ['2026-03-30T07:00:00Z', 'Europe/Lisbon', ['company']], // Monday, 08:00
  ])('at %s in %s: open is %p', (at, zone, open) => {
    expect(openAt(at, zone)).toEqual(open)
  })

  test('a conversation without a connection finds the connection closed', () => {
    expect(openAt('2026-03-06T23:30:00Z', 'UTC', null)).toEqual([])
  })
})

const asks = (condition: object) => ({
  nodes: [
    node('1', 'start'),
    node('c', 'condition', { condition: 'open', ...condition }),
    node('yes', 'message', { label: 'Aberto' }),
    node('no', 'message', { label: 'Fechado' }),
  ],
  connections: [edge('1', 'c'), edge('c', 'yes'), edge('c', 'no', 'b')],
})

async function createAsking(condition: object) {
  const company = await createFlowCompany(asks(condition))
  const columns = (hours: Hours) => ({ schedules: JSON.stringify(hours.schedules), holidays: '' })
  await company.store.write(async ({ kysely }) => {
    const zone = { timeZone: 'America/Sao_Paulo' }
    await kysely
      .updateTable('companies')
      .set({ ...columns(office), ...zone })
      .execute()
    await kysely.updateTable('queues').set(columns(weekend)).where('id', '=', 2).execute()
    await kysely.updateTable('connections').set(columns(night)).execute()
  })
  return company
}

describe('a flow that asks for opening hours', () => {
  test.each<[object, string, string]>([
    [{ hoursOf: 'company' }, '2026-03-06T20:30:00Z', 'Aberto'], // Friday, 17:30 in São Paulo
    [{ hoursOf: 'company' }, '2026-03-07T15:00:00Z', 'Fechado'], // Saturday, 12:00
    [{ hoursOf: 'queue', queueId: 2 }, '2026-03-07T15:00:00Z', 'Aberto'],
    [{ hoursOf: 'queue', queueId: '2' }, '2026-03-06T20:30:00Z', 'Fechado'],
    [{ hoursOf: 'connection' }, '2026-03-07T02:00:00Z', 'Aberto'], // Friday, 23:00
    [{ hoursOf: 'connection' }, '2026-03-07T15:00:00Z', 'Fechado'],
    [{ hoursOf: 'own', hours: weekend }, '2026-03-07T15:00:00Z', 'Aberto'],
    [{ hours: weekend }, '2026-03-06T20:30:00Z', 'Fechado'],
  ])('by %p at %s says %s', async (condition, at, said) => {
    const { ask } = await createAsking(condition)
    setSystemTime(new Date(at))
    expect(await ask('quero comprar')).toEqual([said])
  })

  test('takes the way of the hours at the time of a past conversation in a replay', async () => {
    const { ask, scopeOf, flowId, jobs, acme } = await createAsking({ hoursOf: 'company' })
    const ana = scopeOf('ana')
    const startedAt = '2026-03-07T15:00:00Z'
    setSystemTime(new Date(startedAt))
    expect(await ask('quero comprar')).toEqual(['Fechado'])
    await acme.transaction((tx) => tx.update('flow_runs').set({ startedAt }).execute())
    setSystemTime(new Date('2026-03-09T15:00:00Z'))
    for (const [condition, verdict] of [
      [{ hoursOf: 'company' }, 'same'],
      [{ hoursOf: 'queue', queueId: 2 }, 'other'],
    ] as const) {
      await saveDraft(ana, flowId, asks(condition))
      const { id } = await startReplay(ana, flowId, { count: 5, requestsSucceed: true })
      await jobs.settle()
      expect(await getReplay(ana, id)).toMatchObject({ status: 'done', total: 1 })
      expect((await listReplayedRuns(ana, id, {})).runs).toMatchObject([{ verdict }])
    }
  })

  test('is not published without its queue or with one of another company, and keeps its queue', async () => {
    const { scopeOf } = await createInstallation()
    const [ana, rui] = [scopeOf('ana'), scopeOf('rui')]
    const { id: queueId } = await createQueue(ana, { name: 'Financeiro', color: '#d03836' })
    const flow = await createFlow(rui, 'Vizinho')
    const refused = (code: string) => ({ code: 'ERR_FLOW_INVALID', detail: { lints: [{ node: 1, code }] } })
    await expect(saveFlow(rui, flow.id, asks({ hoursOf: 'queue' }))).rejects.toMatchObject(refused('noQueue'))
    await expect(saveFlow(rui, flow.id, asks({ hoursOf: 'queue', queueId }))).rejects.toMatchObject(
      refused('missingQueue'),
    )
    const own = await createFlow(ana, 'Horário')
    await saveFlow(ana, own.id, asks({ hoursOf: 'queue', queueId }))
    await expect(deleteQueue(ana, queueId)).rejects.toMatchObject({ detail: { flows: ['Horário'] } })
    expect(await updateQueue(ana, queueId, { schedules: weekend.schedules })).toMatchObject({ id: queueId })
  })

  test('is refused with a source of hours that does not exist', async () => {
    const ana = (await createInstallation()).scopeOf('ana')
    const flow = await createFlow(ana, 'Horário')
    const fault = { reason: 'data', place: 'nodes.1.data.hoursOf' }
    await expect(saveDraft(ana, flow.id, asks({ hoursOf: 'plan' }))).rejects.toMatchObject({
      ...{ code: 'ERR_FLOW_INVALID', detail: { fault } },
    })
  })
})
