import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { type Control, createControl } from '../../../emulator/control-client'
import { demoConnections, people, staff } from '../../../src/demo/people'
import { Random } from '../../../src/demo/random'
import { cleanUp, type Serving, serve } from '../../executable/balcao'
import { type Harness, openHarness, phone, until } from '../harness'
import { openNetworkProxy } from '../network-proxy'
import { fillLogin, list } from '../screen'
import { nextNumber } from '../shop'
import type { Agent } from './agents-hour-agent'
import { StepReport } from './agents-hour-report'
import { workUntil } from './agents-hour-steps'
import { superviseUntil } from './agents-hour-supervisor'
import { findFaults, findWords, type Places, Words } from './agents-hour-words'

/**
 * An hour of work on the demonstration: an agent at a desk, one with a phone, a supervisor who moves conversations
 * between them, and customers who write all the time. Not part of the whole run:
 * `HOUR_MINUTES=60 HOUR_SEED=7 bun test --timeout 7200000 ./tests/e2e/agents-hour.ts`.
 */

const minutes = Number(process.env.HOUR_MINUTES ?? 0.5)
const seed = Number(process.env.HOUR_SEED ?? Date.now() % 100_000)
const random = new Random(seed)
const [marina, rafael, bia] = staff
const owner = demoConnections.linked.number

let harness: Harness
let serving: Serving
let control: Control
const numbers = people.map(({ number }) => number)
const agents: Agent[] = []
/** Pages of agents and supervisor, whose browsers may hold words that the server does not have yet. */
const pages: Page[] = []

beforeAll(async () => {
  harness = await openHarness()
  serving = await serve({ BALCAO_SUPER_EMAIL: '', BALCAO_SUPER_PASSWORD: '', BALCAO_LOG_LEVEL: 'warn' }, ['demo'])
  await until('the printed addresses', async () => serving.stdout().includes('Ctrl-C'))
  control = createControl(serving.stdout().match(/customers' phones\s+(\S+)/)?.[1] as string)
})
afterAll(async () => {
  for (const { proxy } of agents) proxy.close()
  await harness.close()
  await cleanUp()
})

type Login = (typeof staff)[number]

async function signIn({ email, password }: Login, url: string, isOnPhone = false): Promise<Page> {
  const page = await (await harness.newContext(isOnPhone ? phone : {})).newPage()
  page.setDefaultTimeout(12_000)
  await page.goto(`${url}/login`)
  await fillLogin(page, email, password)
  await page.waitForURL(/\/(tickets|dashboard)?$/)
  await page.goto(`${url}/tickets`)
  await list(page).waitFor()
  return page
}

async function createAgent(login: Login, name: string, words: Words, isOnPhone: boolean) {
  const proxy = await openNetworkProxy(serving.port)
  const page = await signIn(login, proxy.url, isOnPhone)
  pages.push(page)
  agents.push({ name, page, proxy, words, random: new Random(random.between(1, 1_000_000)) })
}

/** New and known customers write; they answer the robot's menu with its first option. */
async function writeAsCustomers(end: number) {
  for (let count = 1; Date.now() < end; count++) {
    const isNew = random.next() < 0.4
    const number = isNew ? nextNumber() : random.pick(numbers)
    if (isNew) {
      await control.addCustomer({ number, name: `Cliente ${count}` })
      numbers.push(number)
    }
    const write = (content: string) => control.send({ from: number, to: owner, content }).catch(() => undefined)
    await write(`Bom dia, pergunta ${count}`)
    if (isNew) await write('1')
    await Bun.sleep(random.between(1500, 6000))
  }
}

/** Prints each minute how far the work is, and words typed long ago that are at no place yet. */
async function printProgress(words: Words, end: number, report: StepReport) {
  while (Date.now() < end) {
    await Bun.sleep(Math.min(60_000, Math.max(1, end - Date.now())))
    const old = words.typed.filter(({ at }) => at < Date.now() - 60_000)
    // A page that is loading or offline cannot be read; the next minute reads it.
    const places = await findWords(old, sources()).catch(() => null)
    const faults = places ? findFaults(old, places) : ['not read, a page is loading']
    const left = Math.max(0, Math.round((end - Date.now()) / 60_000))
    process.stdout.write(
      `${left} min left: ${words.typed.length} words, ${report.sum('done')} steps done, ` +
        `${report.sum('doneAgain')} by the second attempt, ${report.sum('unfinished')} unfinished\n` +
        faults.map((fault) => `  so far: ${fault}\n`).join(''),
    )
  }
}

const sources = () => ({ dataDir: serving.dataDir, control, pages })

test(
  `no word typed in ${minutes} minutes by two agents and a supervisor is lost, and none is sent twice`,
  async () => {
    const words = new Words()
    const report = new StepReport()
    await createAgent(bia, 'Bia', words, false)
    await createAgent(marina, 'Mar', words, true)
    const page = await signIn(rafael, serving.url)
    pages.push(page)
    const supervisor = { page, url: serving.url, words, random: new Random(random.between(1, 1_000_000)) }
    const end = Date.now() + minutes * 60_000
    await Promise.all([
      ...agents.map((agent) => workUntil(agent, end, report)),
      writeAsCustomers(end),
      superviseUntil(supervisor, end, report),
      printProgress(words, end, report),
    ])
    for (const { page, proxy } of agents) await page.goto(`${proxy.url}/tickets`)
    const find = () => findWords(words.typed, sources())
    // Held messages leave after the time to undo them, drafts are stored after a pause in typing.
    await until('no faults', async () => findFaults(words.typed, await find()).length === 0).catch(() => undefined)
    const places = await find()
    printOutcome(words, places, report)
    expect([`HOUR_SEED=${seed}`, ...findFaults(words.typed, places)]).toEqual([`HOUR_SEED=${seed}`])
    expect(words.typed.length).toBeGreaterThan(0)
    expect(harness.problems).toEqual([])
  },
  minutes * 60_000 + 300_000,
)

function printOutcome({ typed }: Words, places: Map<string, Places>, report: StepReport) {
  const sum = (place: Exclude<keyof Places, 'phones'>) =>
    typed.filter(({ word }) => places.get(word)![place] > 0).length
  process.stdout.write(
    `HOUR_SEED=${seed} ${minutes} min: ${typed.length} words, ${sum('messages')} in threads ` +
      `(${sum('unconfirmed')} not confirmed yet), ${sum('notes')} in notes, ${sum('drafts')} in composers, ` +
      `${sum('unsent')} only in browsers, refused or not sent yet\n${report.lines()}\n`,
  )
}
