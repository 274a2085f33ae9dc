import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { Scope } from '../../../src/core/scope'
import { announceOutages } from '../../../src/features/numbers/connections/health'
import { listAlerts } from '../../../src/features/numbers/health/alerts'
import { deleteExpiredRows } from '../../../src/housekeeping'
import type { AccountLimits, SessionState } from '../../../src/whatsapp/contract'
import { createHost } from '../../../src/whatsapp-host'
import { createInstallation, emailOf } from '../../installation'
import { openPushService } from '../../push-service'

const hour = 3_600_000
const minute = 60_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const service = await openPushService()
afterAll(() => service.close())
beforeEach(() => {
  service.requests.length = 0
})

/** A connected number, with functions that report limits and states and return what admins were told. */
async function createNumber(options: { mail?: boolean } = {}) {
  const world = await createInstallation({ pushServices: service.network, ...options })
  const { id, companyId } = await world.insertConnection('acme', { name: 'Loja' })
  const ref = { companyId, whatsappId: id }
  const host = createHost((company) => Scope.for(world.ports, company, { system: 'whatsapp' }))
  const report = async (limits: AccountLimits) => {
    await host.onLimits(ref, limits)
    await world.jobs.settle()
  }
  const setStatus = async (status: SessionState['status'], reason: SessionState['reason'] = null) => {
    const state = { status, reason, qrcode: '', pairingCode: '', retries: 0, number: '5511900000000', lid: null }
    await host.onState(ref, state)
    await world.jobs.settle()
  }
  const subjects = () => world.mails.map(({ to, subject }) => [to, subject])
  const alerts = () => world.acme.select('number_alerts').select(['kind', 'until']).orderBy('id').execute()
  const subscribe = async (name: 'ana' | 'bob') => {
    const { push } = world.clientAs(name)
    const { data } = await push.key.get()
    expect((await push.subscription.put(await service.subscribe(data!.key))).status).toBe(200)
  }
  const pushed = () => service.requests.map((request) => request.pushed)
  return { ...world, id, ref, host, report, setStatus, subjects, alerts, subscribe, pushed }
}
const lock = (until: string | null, active = true): AccountLimits => ({
  reachOut: { active, until, kind: 'BIZ_QUALITY' },
})
const quota = (used: number, endsAt: string): AccountLimits => ({
  newChats: { status: used >= 50 ? 'CAPPED' : 'NONE', used, total: 50, endsAt },
})

describe('an alert about a number', () => {
  test('a time-lock is told once to the admins by mail and push, in their language, and to no agent', async () => {
    const { report, subjects, alerts, subscribe, pushed, acme, mails, id, published } = await createNumber()
    await acme.transaction((tx) => tx.update('users').set({ language: 'en' }).where('id', '=', 1).execute())
    await subscribe('ana')
    await subscribe('bob')
    const until = inHours(5)
    await report(lock(until))
    await report(lock(until))
    await report(lock(inHours(6)))
    expect(await alerts()).toEqual([{ kind: 'timeLock', until }])
    expect(subjects()).toEqual([[emailOf('ana'), 'WhatsApp has restricted Loja']])
    expect(mails[0]?.text).toContain('Hello Ana,')
    expect(mails[0]?.text).toMatch(/The number cannot begin conversations until \d\d\/\d\d\/20\d\d \d\d:\d\d\./)
    expect(pushed()).toMatchObject([
      { kind: 'connection', title: 'WhatsApp has restricted Loja', to: `/connections/${id}/health` },
    ])
    const events = published.filter(({ entity }) => entity === 'connectionHealth').map(({ payload }) => payload)
    const told = events.filter((event) => 'until' in event)
    expect(told).toEqual([{ action: 'timeLock', whatsappId: id, name: 'Loja', until }])
  })

  test('a second time-lock after the end of the first is told again', async () => {
    const { report, alerts } = await createNumber()
    await report(lock(inHours(1)))
    await report(lock(null, false))
    await report(lock(inHours(9)))
    expect((await alerts()).map(({ kind }) => kind)).toEqual(['timeLock', 'timeLock'])
  })

  test('a used quota is told once per cycle', async () => {
    const { report, subjects } = await createNumber()
    const endsAt = inHours(48)
    await report(quota(49, endsAt))
    expect(subjects()).toEqual([])
    await report(quota(50, endsAt))
    await report(quota(51, endsAt))
    expect(subjects()).toEqual([[emailOf('ana'), 'Loja usou todas as conversas novas']])
    await report(quota(0, inHours(96)))
    await report(quota(50, inHours(96)))
    expect(subjects()).toHaveLength(2)
  })

  test('a refusal with 463 is told at once, and only once for several in an hour', async () => {
    const { host, ref, jobs, subjects, alerts, clientAs, published } = await createNumber()
    const refuse = async (error: string) => {
      await host.onAcks(ref, [{ waId: '3EB0', ack: -1, error }])
      await jobs.settle()
    }
    await refuse('479')
    expect(await alerts()).toEqual([])
    await refuse('463')
    await refuse('463')
    expect(subjects()).toEqual([[emailOf('ana'), 'O WhatsApp recusou uma conversa nova de Loja']])
    expect(await alerts()).toEqual([{ kind: 'refused', until: expect.any(String) }])
    expect((await clientAs('ana').alerts.get()).data?.alerts).toMatchObject([{ kind: 'refused', name: 'Loja' }])
    expect(published.filter(({ entity }) => entity === 'connectionHealth')).toMatchObject([
      { payload: { action: 'refused', name: 'Loja' } },
    ])
  })

  test('an outage of two minutes and its end are told by mail, a shorter one is not', async () => {
    const { setStatus, subjects, platform, jobs, alerts } = await createNumber()
    await setStatus('CONNECTED')
    await setStatus('OPENING', 'unreachable')
    await announceOutages(platform, Date.now() + minute)
    await jobs.settle()
    expect(await alerts()).toEqual([])
    await announceOutages(platform, Date.now() + 3 * minute)
    await announceOutages(platform, Date.now() + 4 * minute)
    await jobs.settle()
    expect(subjects()).toEqual([[emailOf('ana'), 'Loja está fora do ar']])
    await setStatus('CONNECTED')
    expect(subjects().at(-1)).toEqual([emailOf('ana'), 'Loja voltou'])
    expect(subjects()).toHaveLength(2)
  })

  test('an admin who has switched e-mails off receives none, and the alert is listed', async () => {
    const { report, mails, clientAs } = await createNumber()
    const ana = clientAs('ana')
    expect((await ana.alerts.mails.get()).data).toEqual({ mails: true, sent: true })
    expect((await ana.alerts.mails.put({ mails: false })).data).toEqual({ mails: false, sent: true })
    expect((await ana.alerts.mails.put({ mails: false })).data).toEqual({ mails: false, sent: true })
    await report(lock(inHours(5)))
    expect(mails).toEqual([])
    expect((await ana.alerts.get()).data?.alerts).toMatchObject([{ kind: 'timeLock', name: 'Loja' }])
    expect((await ana.alerts.mails.put({ mails: true })).data).toEqual({ mails: true, sent: true })
    expect((await clientAs('rui').alerts.get()).data?.alerts).toEqual([])
  })

  test('without a mail server the alert is stored and no mail job is made', async () => {
    const { report, mails, alerts, acme } = await createNumber({ mail: false })
    await report(lock(inHours(5)))
    expect([mails, (await alerts()).length]).toEqual([[], 1])
    expect(await acme.select('jobs').select('name').where('name', '=', 'alert.mail').execute()).toEqual([])
  })

  test('limits reported for a deleted connection change nothing, and alerts are deleted after 90 days', async () => {
    const { report, alerts, host, ref, platform } = await createNumber()
    await host.onLimits({ ...ref, whatsappId: 999 }, lock(inHours(5)))
    expect(await alerts()).toEqual([])
    await report(lock(inHours(5)))
    await deleteExpiredRows(platform, Date.now() + 91 * 24 * hour)
    expect(await alerts()).toEqual([])
  })
})

test('alerts are listed for seven days, newest first', async () => {
  const { host, ref, report, scopeOf } = await createNumber()
  await host.onLimits(ref, {})
  await report(lock(inHours(5)))
  await report({})
  await report(quota(50, inHours(9)))
  const kindsAfter = async (ms: number) =>
    (await listAlerts(scopeOf('ana'), Date.now() + ms)).map(({ kind }) => kind).toSorted()
  expect(await kindsAfter(0)).toEqual(['quota', 'timeLock'])
  expect(await kindsAfter(7 * 24 * hour - minute)).toEqual(['quota', 'timeLock'])
  expect(await kindsAfter(7 * 24 * hour + minute)).toEqual([])
})
