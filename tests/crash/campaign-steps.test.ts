import { afterEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isFull, sizeOf } from '../size'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { configureCampaigns, countOpen, countStates, makeFollowUpsDue, numberOf } from './campaign-deployment'
import { Deployment } from './deployment'
import { linkNumber } from './linking'
import { createSeededRandom, type SeededRandom } from './seeded-random'

let deployment: Deployment | undefined
afterEach(async () => {
  await deployment?.close()
})

const someSteps = 2
/** Writes by which a recipient's messages leave: a text with the text of a file list, and a follow-up. */
const writes = { first: 19, followUp: 13 }
const people = sizeOf({ everyday: 5, full: 60 })
type Moment = `${'before' | 'after'} ${number}` | 'never'
/** Moment at which the next process ends. */
let end: Moment = 'never'
/** Without a moment the executable itself is started. */
const program = () => (end === 'never' ? [] : [process.execPath, join(import.meta.dir, 'die-at-step.ts'), end])
const momentsOf = (step: number): Moment[] => [`before ${step}`, `after ${step}`]

test('an executable that ends before or after any durable step of a campaign message sends each message once', async () => {
  const random = createSeededRandom('steps of campaigns')
  end = 'never'
  deployment = await Deployment.open({}, program)
  const made = deployment
  const { owner, whatsappId } = await linkNumber(made, '5511911110004')
  const contactListId = await configureCampaigns(made, owner, people)
  const { id: fileListId } = await made.send<{ id: number }>('POST', '/files', {
    ...{ name: 'Cardápio', message: 'Veja o cardápio', options: [] },
  })
  const isOff = Array.from({ length: people }, () => random.happens(0.5))
  const switchPhones = (on: boolean) =>
    Promise.all(isOff.map((off, n) => off && made.control.switchPhone({ phone: numberOf(n), on })))
  await switchPhones(false) // no receipt tells the next process that a message has arrived
  await made.stop('SIGTERM')
  const kills = { first: 0, followUp: 0 }
  const isStarted = () => startCampaign(made, { whatsappId, contactListId, fileListId })
  kills.first = await killAtSteps(made, choose(random, writes.first), isStarted)
  await until('every first message left', () => countWaiting(made, 0) === 0, 300_000)
  await made.stop('SIGTERM')
  makeFollowUpsDue(made)
  kills.followUp = await killAtSteps(made, choose(random, writes.followUp))
  await until('every message left', () => countWaiting(made, 1) === 0, 300_000)
  await switchPhones(true)
  await until('the campaign is finished and confirmed', () => countOpen(made) === 0, 300_000)
  const states = countStates(made)
  const { wireRepeats } = await made.control.stats()
  const repeats = Object.values(wireRepeats).flatMap((byId) => Object.values(byId)).length
  process.stderr.write(`${JSON.stringify({ kills, people, states, repeats })}\n`)
  for (let n = 0; n < people; n++) {
    const texts = (await made.control.inbox({ phone: numberOf(n) })).map(({ text }) => text)
    expect(texts).toEqual([`oi ${numberOf(n)}`, 'Veja o cardápio', `depois ${numberOf(n)}`])
  }
  expect(states).toEqual([{ state: 'sent', count: 2 * people }])
  expect(repeats).toBeLessThanOrEqual(kills.first + kills.followUp) // under the id that the phone knows
}, 1_800_000)

/** Moments at which the process ends: at full size all of them until a recipient had fewer steps, else some. */
function choose(random: SeededRandom, steps: number): Moment[] {
  if (isFull) return Array.from({ length: 100 }, (_, n) => momentsOf(n + 1)).flat()
  return Array.from({ length: someSteps }, () => random.pick(momentsOf(1 + Math.floor(random.between(0, steps)))))
}

/** Starts the process for each moment, until it ended there; the last one stays. Returns the number of kills. */
async function killAtSteps(made: Deployment, moments: Moment[], begin?: () => Promise<unknown>): Promise<number> {
  const before = made.kills
  for (const moment of moments) {
    end = moment
    const passed = countPassed(made)
    made.start()
    if (begin && moment === moments[0]) await begin()
    await until(`the end ${moment}`, () => !made.isRunning || countPassed(made) > passed, 300_000)
    if (made.isRunning) break
    made.kills++
  }
  end = 'never'
  if (!made.isRunning) made.start()
  return made.kills - before
}

/** Number of processes that sent a recipient's messages without reaching their last step. */
const countPassed = ({ logFile }: Deployment) => readFileSync(logFile, 'utf8').split('the recipient had ').length - 1

async function startCampaign(
  made: Deployment,
  uses: { whatsappId: number; contactListId: number; fileListId: number },
) {
  await made.logIn()
  const scheduledAt = new Date().toISOString()
  const steps = [{ afterHours: 24, message: 'depois {numero}' }]
  const texts = { name: 'Natal', message1: 'oi {numero}', steps, basis: 'customers' }
  await made.request('POST', '/campaigns', { ...texts, ...uses, scheduledAt }).catch(() => {}) // the process may end first
}

function countWaiting(made: Deployment, step: number): number {
  const sqlite = openDatabaseReadonly(made)
  try {
    const query = "select count(*) as n from campaign_recipients where step = ? and state in ('pending', 'sending')"
    return (sqlite.query(query).get(step) as { n: number }).n
  } finally {
    sqlite.close()
  }
}
