import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { Scope } from '../../../src/core/scope'
import { sendMessage } from '../../../src/features/inbox/messages/send/send'
import { deleteConnection } from '../../../src/features/numbers/connections/delete'
import { mayStartChats } from '../../../src/features/numbers/health/may-start-chats'
import { pauseCampaigns } from '../../../src/features/numbers/health/pause'
import { sampleLimits } from '../../../src/features/numbers/health/points'
import { getNumberHealth } from '../../../src/features/numbers/health/report'
import { readLaneFacts } from '../../../src/features/numbers/pace/state'
import { deleteExpiredRows } from '../../../src/housekeeping'
import type { Ack } from '../../../src/shared/enums'
import { createHost } from '../../../src/whatsapp-host'
import { ownTextMessage, personIdentity, textMessage } from '../../inbound-events'
import { createInstallation } from '../../installation'

afterEach(() => {
  setSystemTime()
})

const hour = 3_600_000
const now = Date.parse('2026-11-23T12:00:00.000Z')
const at = (hours: number) => new Date(now + hours * hour).toISOString()

async function createLinkedNumber() {
  const installation = await createInstallation()
  const { id, companyId } = await installation.insertConnection()
  const ref = { companyId, whatsappId: id }
  const host = createHost((company) => Scope.for(installation.ports, company, { system: 'whatsapp' }))
  return { ...installation, ref, id, host, scope: Scope.for(installation.ports, companyId, { system: 'test' }) }
}

describe('whether a number may begin conversations', () => {
  test('a time-lock reported by WhatsApp stops until its end, for this number only', async () => {
    const { host, ref, id, scope, insertConnection } = await createLinkedNumber()
    const other = await insertConnection()
    expect(await mayStartChats(scope, id, now)).toEqual({ grade: 'good', reason: null, until: null, allowed: true })
    await host.onLimits(ref, { reachOut: { active: true, until: at(2), kind: 'BIZ_QUALITY' } })
    const stopped = { grade: 'stop', reason: 'timeLock', until: at(2), allowed: false } as const
    expect(await mayStartChats(scope, id, now)).toEqual(stopped)
    expect(await mayStartChats(scope, id, now + 2 * hour)).toMatchObject({ allowed: true })
    expect(await mayStartChats(scope, other.id, now)).toMatchObject({ grade: 'good' })
  })

  test('a nearly used quota asks for care and a used one stops until the end of the cycle', async () => {
    const { host, ref, id, scope } = await createLinkedNumber()
    const report = (used: number, status: string) =>
      host.onLimits(ref, { newChats: { status, used, total: 100, endsAt: at(24) } })
    await report(85, 'FIRST_WARNING')
    expect(await mayStartChats(scope, id, now)).toMatchObject({
      grade: 'careful',
      reason: 'quotaWarning',
      allowed: true,
    })
    await report(100, 'CAPPED')
    expect(await mayStartChats(scope, id, now)).toMatchObject({ reason: 'quotaReached', until: at(24), allowed: false })
    expect(await mayStartChats(scope, id, now + 24 * hour)).toMatchObject({ grade: 'good' })
  })
})

test('campaigns of a number that needs care leave half as fast', async () => {
  const { host, ref, id, scope, acme } = await createLinkedNumber()
  const settings = async () => {
    const facts = await readLaneFacts(scope, id, now)
    return { interval: facts?.settings.messageInterval, cap: facts?.settings.hourlyCap }
  }
  const usual = await settings()
  await host.onLimits(ref, { newChats: { status: 'FIRST_WARNING', used: 85, total: 100, endsAt: at(24) } })
  expect(await settings()).toEqual({ interval: usual.interval! * 2, cap: Math.ceil(usual.cap! / 2) })
  await acme.transaction((tx) => tx.insert('campaign_settings', { key: 'messageInterval', value: '0' }).execute())
  expect((await settings()).interval).toBe(2)
})

describe('the points of a number', () => {
  /** A number with functions that send in a new conversation and apply acks, and its stored points. */
  async function createTraffic() {
    const world = await createLinkedNumber()
    const { insertTicket, scopeOf, host, ref, id, acme } = world
    const begin = async () => {
      const ticket = await insertTicket({ status: 'open', userId: 3, queueId: 1, whatsappId: id })
      return { ticket, send: () => sendFrom(ticket.id) }
    }
    const sendFrom = async (ticketId: number) => {
      const [message] = await sendMessage(scopeOf('bob'), ticketId, { body: 'Oi', quotedId: null, files: [] })
      return message!.waId
    }
    const ack = (waId: string, ...acks: (Ack | string)[]) =>
      host.onAcks(
        ref,
        acks.map((each) =>
          typeof each === 'string' ? { waId, ack: -1, error: each } : { waId, ack: each, error: null },
        ),
      )
    const points = () => acme.select('number_points').selectAll().orderBy('hour').execute()
    const sums = async () => {
      const rows = await points()
      const sum = (name: 'received' | 'sent' | 'failed' | 'delivered' | 'begun' | 'answered') =>
        rows.reduce((total, row) => total + row[name], 0)
      return {
        received: sum('received'),
        sent: sum('sent'),
        failed: sum('failed'),
        delivered: sum('delivered'),
        begun: sum('begun'),
        answered: sum('answered'),
      }
    }
    return { ...world, begin, ack, points, sums }
  }

  test('count accepted, delivered and failed messages once each, in the hour of their creation', async () => {
    const { begin, ack, points, sums } = await createTraffic()
    setSystemTime(now)
    const { send } = await begin()
    const ids = [await send(), await send(), await send(), await send()] as const
    setSystemTime(now + 2 * hour)
    await ack(ids[0], 1)
    await ack(ids[0], 1)
    await ack(ids[1], 1, 2, 3)
    await ack(ids[1], 4)
    await ack(ids[2], '463')
    await ack(ids[3], '479')
    expect(await sums()).toEqual({ received: 0, sent: 2, failed: 2, delivered: 1, begun: 1, answered: 0 })
    expect((await points()).map(({ hour: at, refusedAt }) => [at, refusedAt])).toEqual([
      [new Date(now).toISOString(), new Date(now + 2 * hour).toISOString()],
    ])
    await ack(ids[2], 2)
    expect(await sums()).toMatchObject({ sent: 3, failed: 1, delivered: 2 })
  })

  test('count conversations begun here and their first answer, and no conversation that a customer began', async () => {
    const { begin, host, ref, sums, acme, insertContact, insertTicket, id, scopeOf } = await createTraffic()
    const contact = await insertContact('acme', { number: '5511955550001' })
    const ticket = await insertTicket({ status: 'open', userId: 3, queueId: 1, whatsappId: id, contactId: contact.id })
    await sendMessage(scopeOf('bob'), ticket.id, { body: 'Oi', quotedId: null, files: [] })
    await sendMessage(scopeOf('bob'), ticket.id, { body: 'Tudo bem?', quotedId: null, files: [] })
    await (await begin()).send()
    expect(await sums()).toMatchObject({ begun: 2, answered: 0 })
    const answer = () => textMessage({ chat: personIdentity('5511955550001') })
    await host.onInbound(ref, [answer(), answer(), textMessage()])
    expect(await sums()).toMatchObject({ received: 3, begun: 2, answered: 1 })
    expect(await acme.select('begun_chats').selectAll().execute()).toHaveLength(1)
    const theirs = await acme.select('tickets').select('id').where('contactId', '<>', contact.id).execute()
    const newest = theirs.at(-1)!.id
    await acme.transaction((tx) =>
      tx.update('tickets').set({ status: 'open', userId: 3 }).where('id', '=', newest).execute(),
    )
    await sendMessage(scopeOf('bob'), newest, { body: 'Olá', quotedId: null, files: [] })
    expect(await sums()).toMatchObject({ begun: 2 })
  })

  test('do not count messages typed on the phone', async () => {
    const { host, ref, sums } = await createTraffic()
    await host.onInbound(ref, [ownTextMessage({ ack: 2 })])
    expect(await sums()).toEqual({ received: 0, sent: 0, failed: 0, delivered: 0, begun: 0, answered: 0 })
  })

  test('count parts and recipients of campaigns', async () => {
    const { acme, id, sums } = await createTraffic()
    const sentAt = new Date(now).toISOString()
    await acme.transaction(async (tx) => {
      const campaign = { name: 'Natal', searchText: 'natal', reason: null, basis: null, whatsappId: id }
      const empty = { contactListId: null, tagId: null, fileListId: null, mediaId: null, userId: null }
      const times = { scheduledAt: null, startedAt: null, completedAt: null }
      const { id: campaignId } = await tx
        .insert('campaigns', { ...campaign, ...empty, ...times })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const n of [1, 2]) {
        const person = { number: `551198888000${n}`, name: 'Ana', jid: 'x', variant: 1, text: 'Oi', reason: null }
        const none = {
          sentAt: null,
          deliveredAt: null,
          readAt: null,
          answeredAt: null,
          optedOutAt: null,
          ticketId: null,
        }
        const { id: recipientId } = await tx
          .insert('campaign_recipients', { campaignId, ...person, ...none, dueAt: sentAt })
          .returning('id')
          .executeTakeFirstOrThrow()
        const part = { recipientId, part: 1, whatsappId: id, waId: `W${n}`, error: null, proto: null, messageId: null }
        await tx.insert('campaign_parts', { ...part, createdAt: sentAt }).execute()
      }
      await tx.update('campaign_recipients').set({ sentAt }).execute()
      await tx.update('campaign_parts').set({ ack: 1 }).execute()
      await tx.update('campaign_parts').set({ ack: 2 }).where('waId', '=', 'W1').execute()
      await tx.update('campaign_parts').set({ ack: 3 }).where('waId', '=', 'W1').execute()
      const answered = tx.update('campaign_recipients').set({ answeredAt: sentAt })
      await answered.where('number', '=', '5511988880001').execute()
    })
    expect(await sums()).toEqual({ received: 0, sent: 2, failed: 0, delivered: 1, begun: 2, answered: 1 })
  })

  test('an ack of a deleted connection’s campaign part changes the part and no point', async () => {
    const { acme, id, sums, scopeOf } = await createTraffic()
    const createdAt = new Date(now).toISOString()
    await acme.transaction(async (tx) => {
      const campaign = { name: 'Natal', searchText: 'natal', reason: null, basis: null, whatsappId: null }
      const empty = { contactListId: null, tagId: null, fileListId: null, mediaId: null, userId: null }
      const times = { scheduledAt: null, startedAt: null, completedAt: null }
      const row = await tx
        .insert('campaigns', { ...campaign, ...empty, ...times })
        .returning('id')
        .executeTakeFirstOrThrow()
      const person = { number: '5511988880001', name: 'Ana', jid: 'x', variant: 1, text: 'Oi', reason: null }
      const none = { sentAt: null, deliveredAt: null, readAt: null, answeredAt: null, optedOutAt: null, ticketId: null }
      const recipient = await tx
        .insert('campaign_recipients', { campaignId: row.id, ...person, ...none, dueAt: createdAt })
        .returning('id')
        .executeTakeFirstOrThrow()
      const part = { recipientId: recipient.id, part: 1, whatsappId: id, waId: 'W', error: null, proto: null }
      await tx.insert('campaign_parts', { ...part, messageId: null, createdAt }).execute()
    })
    await deleteConnection(scopeOf('ana'), id)
    await acme.transaction((tx) => tx.update('campaign_parts').set({ ack: 1 }).execute())
    expect(await acme.select('campaign_parts').select('ack').execute()).toEqual([{ ack: 1 }])
    expect(await sums()).toMatchObject({ sent: 0 })
  })

  test('ack delays are summed, and limits are stored with each report and by the hour', async () => {
    const { begin, host, ref, id, points, platform, scope } = await createTraffic()
    setSystemTime(now)
    const { send } = await begin()
    const [one, two] = [await send(), await send()]
    const update = (waId: string, delayMs: number) => ({ waId, ack: 1 as const, error: null, delayMs })
    await host.onAcks(ref, [update(one, 100), update(two, 300)])
    await host.onLimits(ref, { newChats: { status: 'NONE', used: 3, total: 50, endsAt: at(5) } })
    expect(await points()).toMatchObject([
      { ackCount: 2, ackSumMs: 400, ackMaxMs: 300, quotaUsed: 3, quotaTotal: 50, locked: 0, sent: 2 },
    ])
    await host.onLimits(ref, { reachOut: { active: true, until: at(2), kind: 'BIZ_QUALITY' } })
    await sampleLimits(platform, now + hour)
    await sampleLimits(platform, now + 3 * hour)
    await sampleLimits(platform, now + 6 * hour)
    expect((await points()).map((point) => [point.hour, point.locked, point.quotaUsed])).toEqual([
      [at(0), 1, 3],
      [at(1), 1, 3],
      [at(3), 0, 3],
    ])
    expect(await mayStartChats(scope, id, now + 6 * hour)).toMatchObject({ reason: 'wasLocked' })
  })

  test('limits that cannot be read stop those of no other company', async () => {
    const { host, ref, points, platform, store, insertConnection } = await createTraffic()
    setSystemTime(now)
    await host.onLimits(ref, { newChats: { status: 'NONE', used: 3, total: 50, endsAt: at(5) } })
    const { id: whatsappId, companyId } = await insertConnection('rival')
    await host.onLimits({ companyId, whatsappId }, { newChats: { status: 'NONE', used: 1, total: 50, endsAt: at(5) } })
    await store.write(({ kysely }) =>
      kysely.updateTable('connection_health').set({ limits: '{' }).where('whatsappId', '=', whatsappId).execute(),
    )
    await sampleLimits(platform, now + hour)
    expect((await points()).map((point) => point.hour)).toEqual([at(0), at(1)])
  })

  test('housekeeping deletes points after 90 days and unanswered conversations after 7', async () => {
    const { begin, points, platform, acme } = await createTraffic()
    setSystemTime(now)
    await (await begin()).send()
    const begun = async () => (await acme.select('begun_chats').selectAll().execute()).length
    await deleteExpiredRows(platform, now + 6 * 24 * hour)
    expect(await begun()).toBe(1)
    await deleteExpiredRows(platform, now + 8 * 24 * hour)
    expect([await begun(), (await points()).length]).toEqual([0, 1])
    await deleteExpiredRows(platform, now + 91 * 24 * hour)
    expect(await points()).toEqual([])
  })
})

describe('the report of a number', () => {
  test('has a point for each hour, and proposes a pause until 09:00 of the next day for a number that needs care', async () => {
    const { host, ref, id, scopeOf, acme } = await createLinkedNumber()
    const ana = scopeOf('ana')
    await acme.transaction((tx) =>
      tx
        .insert('number_points', { whatsappId: id, hour: at(-2), sent: 30, failed: 5, ackCount: 2, ackSumMs: 500 })
        .execute(),
    )
    const report = await getNumberHealth(ana, id, { days: 1 }, now)
    expect(report).toMatchObject({ grade: 'careful', reason: 'manyFailed', until: null, pausedUntil: null })
    expect(report.proposal).toEqual({ days: 1, until: '2026-11-24T12:00:00.000Z' })
    expect(report.points).toHaveLength(24)
    expect(report.points.at(-1)).toMatchObject({ day: '2026-11-23', hour: '09:00', sent: 0, ackMs: null })
    expect(report.points.at(-3)).toMatchObject({ day: '2026-11-23', hour: '07:00', sent: 30, failed: 5, ackMs: 250 })
    await host.onLimits(ref, { reachOut: { active: true, until: at(72), kind: 'BIZ_QUALITY' } })
    expect(await getNumberHealth(ana, id, {}, now)).toMatchObject({ grade: 'stop', until: at(72), proposal: null })
  })

  test('sums days in the company’s time zone when more than a week is shown', async () => {
    const { id, scopeOf, acme } = await createLinkedNumber()
    const hours = ['2026-11-21T02:00:00.000Z', '2026-11-21T03:00:00.000Z', '2026-11-22T02:00:00.000Z']
    await acme.transaction(async (tx) => {
      for (const hour of hours) await tx.insert('number_points', { whatsappId: id, hour, received: 1 }).execute()
    })
    const { points } = await getNumberHealth(scopeOf('ana'), id, { days: 30 }, now)
    expect(points).toHaveLength(30)
    expect(points.filter(({ received }) => received > 0).map(({ day, received }) => [day, received])).toEqual([
      ['2026-11-20', 1],
      ['2026-11-21', 2],
    ])
    expect((await getNumberHealth(scopeOf('ana'), id, { days: 7 }, now)).points).toHaveLength(6 * 24 + 10)
  })

  test('a pause of n days ends at 09:00 of the n-th day, is in the audit log and can be ended earlier', async () => {
    const { id, scopeOf, acme } = await createLinkedNumber()
    const ana = scopeOf('ana')
    const pausedUntil = '2026-11-25T12:00:00.000Z'
    expect(await pauseCampaigns(ana, id, 2, now)).toEqual({ pausedUntil })
    const lane = () => acme.select('cold_lanes').select(['whatsappId', 'pausedUntil']).execute()
    expect(await lane()).toEqual([{ whatsappId: id, pausedUntil }])
    expect(await getNumberHealth(ana, id, {}, now)).toMatchObject({ pausedUntil, proposal: null })
    expect((await getNumberHealth(ana, id, {}, Date.parse(pausedUntil))).pausedUntil).toBeNull()
    expect(await pauseCampaigns(ana, id, 0, now)).toEqual({ pausedUntil: null })
    expect(await lane()).toEqual([{ whatsappId: id, pausedUntil: null }])
    const log = await acme.select('audit_log').select(['entity', 'after']).orderBy('id', 'desc').limit(2).execute()
    expect(log.map(({ after }) => JSON.parse(after ?? ''))).toEqual([{ pausedUntil: null }, { pausedUntil }])
    await expect(pauseCampaigns(scopeOf('rui'), id, 1, now)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
    await expect(getNumberHealth(scopeOf('rui'), id, {}, now)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
  })
})
