import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '../until'
import { configureCampaigns, countOpen, countStates, makeFollowUpsDue, numberOf } from './campaign-deployment'
import { Deployment } from './deployment'
import { linkNumber } from './linking'
import { createSeededRandom } from './seeded-random'

let deployment: Deployment | undefined
afterEach(async () => {
  await deployment?.close()
})

/** The full figure of the issue is 100 kills in a campaign of 2,000 people. */
const kills = Number(process.env.CRASH_CAMPAIGN_KILLS ?? 3)
const people = Number(process.env.CRASH_CAMPAIGN_PEOPLE ?? 30)

test('an executable killed repeatedly during a campaign and its follow-up reaches every person exactly once with each', async () => {
  const random = createSeededRandom('campaigns')
  const program = [process.execPath, join(import.meta.dir, 'fast-campaigns.ts')]
  deployment = await Deployment.open({}, () => program)
  const { control } = deployment
  const { owner, whatsappId } = await linkNumber(deployment, '5511911110003')
  const contactListId = await configureCampaigns(deployment, owner, people)
  const campaign = { name: 'Natal', message1: 'um {numero}', message2: 'dois {numero}', basis: 'customers' }
  const steps = [{ afterHours: 24, message: 'depois {numero}' }]
  const scheduledAt = new Date().toISOString()
  await deployment.send('POST', '/campaigns', { ...campaign, steps, whatsappId, contactListId, scheduledAt })
  for (let n = 0; n < kills; n++) {
    await control.waitForOnline({ owner, online: true })
    await Bun.sleep(random.between(0, 700))
    await deployment.stop('SIGKILL')
    makeFollowUpsDue(deployment)
    deployment.start()
  }
  const isFinished = () => {
    makeFollowUpsDue(deployment as Deployment)
    return countOpen(deployment as Deployment) === 0
  }
  await until('the campaign is finished and confirmed', isFinished, 600_000)
  const texts: string[][] = []
  for (let n = 0; n < people; n++)
    texts.push((await control.inbox({ phone: numberOf(n) })).map(({ text }) => text?.replace(/um|dois/, 'antes') ?? ''))
  const states = countStates(deployment)
  const { wireRepeats } = await control.stats()
  const repeats = Object.values(wireRepeats).flatMap((byId) => Object.values(byId)).length
  process.stderr.write(`${JSON.stringify({ kills, people, states, repeats })}\n`)
  expect(texts).toEqual(Array.from({ length: people }, (_, n) => [`antes ${numberOf(n)}`, `depois ${numberOf(n)}`]))
  expect(states.reduce((sum, { count }) => sum + count, 0)).toBe(2 * people)
  expect(states.filter(({ state }) => state !== 'sent' && state !== 'unknown')).toEqual([])
  expect(states.find(({ state }) => state === 'unknown')?.count ?? 0).toBeLessThanOrEqual(kills)
}, 1_800_000)
