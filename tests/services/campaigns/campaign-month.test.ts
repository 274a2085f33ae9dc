import { expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import { sendMessage } from '../../../src/features/inbox/messages/send/send'
import { readColdWait } from '../../../src/features/numbers/pace/state'
import { timeZoneOf } from '../../../src/features/platform/company/time-zone'
import { type CampaignSettings, campaignDefaults } from '../../../src/shared/campaign/settings'
import { isInWindow } from '../../../src/shared/campaign/window'
import { createCampaignCompany, numberOf, start } from '../../campaign-company'
import { day, exceededCaps, shortestGap } from '../../lane-limits'
import { sizeOf } from '../../size'

const minute = 60_000
const people = 200
const month = fc.record({
  messageInterval: fc.constantFrom(0, 20),
  longerIntervalAfter: fc.constantFrom(0, 5),
  hourlyCap: fc.constantFrom(3, 9),
  dailyCap: fc.constantFrom(12, 30),
  windowStart: fc.constantFrom('08:00', '22:00'),
  windowEnd: fc.constantFrom('20:00', '06:00'),
  ageDays: fc.constantFrom(0, 1, 40),
  repliesAt: fc.array(fc.integer({ min: 0, max: 30 * 24 * 60 - 1 }), { minLength: 8, maxLength: 8 }),
})
type Month = typeof month extends fc.Arbitrary<infer Value> ? Value : never

test('campaign messages of 30 days obey caps, window and warm-up, and a reply leaves at once', async () => {
  await fc.assert(
    fc.asyncProperty(month, async ({ ageDays, repliesAt, ...given }) => {
      const settings = { ...campaignDefaults, ...given }
      const since = Date.parse(new Date(start - ageDays * day).toISOString().slice(0, 10))
      const { campaignSends, replyDelays, zone } = await playMonth(settings, since, repliesAt)
      expect(replyDelays).toEqual(repliesAt.map(() => 0))
      expect(exceededCaps(settings, since, campaignSends)).toEqual([])
      expect(campaignSends.every((at) => isInWindow(settings, zone, at))).toBe(true)
      expect(shortestGap(campaignSends)).toBeGreaterThanOrEqual(Math.max(settings.messageInterval * 600, 1000))
      expect(campaignSends.length).toBeGreaterThan(0)
    }),
    { numRuns: sizeOf({ everyday: 1, full: 3 }), endOnFailure: true },
  )
}, 180_000)

/** Runs the jobs of a number with a campaign and an open conversation at each time that something is due. */
async function playMonth(settings: CampaignSettings, since: number, repliesAt: Month['repliesAt']) {
  const company = await createCampaignCompany({ people })
  const { whatsappId, whatsapp, acme, create, runAfter, systemScope } = company
  await company.settings(settings)
  await acme.transaction((tx) =>
    tx
      .update('cold_lanes')
      .set({ numberSince: new Date(since).toISOString().slice(0, 10) })
      .execute(),
  )
  const reply = await openConversation(company)
  const sends: { jid: string; at: number }[] = []
  const send = whatsapp.send.bind(whatsapp)
  whatsapp.send = (connection, message) => {
    sends.push({ jid: message.jid, at: Date.now() })
    return send(connection, message)
  }
  await create()
  const replies = repliesAt.map((at) => at * minute).sort((a, b) => a - b)
  const asked: number[] = []
  for (let now = 1000; now < 30 * day; ) {
    setSystemTime(start + now)
    if (replies[0] === now) {
      asked.push(start + now)
      replies.shift()
      await reply()
    }
    await runAfter(now)
    const until = (await readColdWait(systemScope(), whatsappId))?.until
    const isOver = !(await acme.select('jobs').select('id').where('name', 'like', 'campaign.%').executeTakeFirst())
    const next = isOver ? 30 * day : until ? Date.parse(until) - start : now + 1000
    now = Math.min(Math.max(next, now + 1), replies[0] ?? Number.POSITIVE_INFINITY)
  }
  const [toRecipients, toCustomer] = [true, false].map((is) =>
    sends.filter(({ jid }) => recipients.has(jid) === is).map(({ at }) => at),
  ) as [number[], number[]]
  const replyDelays = asked.map((at, n) => (toCustomer[n] as number) - at)
  return { campaignSends: toRecipients, replyDelays, zone: await timeZoneOf(systemScope()) }
}

const recipients = new Set(Array.from({ length: people }, (_, n) => `${numberOf(n)}@s.whatsapp.net`))

/** An open ticket over the campaign's number; returns a function that answers in it. */
async function openConversation(company: Awaited<ReturnType<typeof createCampaignCompany>>) {
  const { insertTicket, whatsappId, scopeOf } = company
  const { id } = await insertTicket({ status: 'open', userId: 1, whatsappId })
  return () => sendMessage(scopeOf('ana'), id, { body: 'Já vejo', files: [], quotedId: null })
}
