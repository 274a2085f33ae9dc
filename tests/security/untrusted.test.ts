import { Database } from 'bun:sqlite'
import { beforeAll, expect, test } from 'bun:test'
import { databaseFile } from '../../src/core/storage/data-directory'
import { limits } from '../../src/shared/limits'
import type { Serving } from '../executable/balcao'
import { endlessRecording, recording } from '../sample-files'
import { sizeOf } from '../size'
import { until } from '../until'
import { contactRows, sheetXml, workbook, zip64Bomb } from '../workbook'
import { type CompanyLogin, openCompany } from './companies'
import { residentBytes } from './memory'
import { Rows } from './rows'
import { openSharedServer } from './shared-server'

/** Hostile files are refused, and the server answers other requests meanwhile. */

let serving: Serving
const companies: { company: CompanyLogin; ticketId: number }[] = []
beforeAll(async () => {
  serving = await openSharedServer()
  for (const name of ['Ataque', 'Vizinha']) {
    const company = await openCompany({ ...serving, providerToken: '' }, name)
    companies.push({ company: company, ticketId: await new Rows(company).get('ticket') })
  }
})

/** Requests `/healthz` repeatedly until `work` has ended; returns its result. */
async function whileHealthy<R>(work: Promise<R>, check?: () => Promise<void>): Promise<R> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  await until('the end of the attack', async () => {
    expect((await serving.get('/healthz')).status).toBe(200)
    await check?.()
    return isOver
  })
  return ended
}

async function sendVoice(who: 0 | 1, bytes: Uint8Array<ArrayBuffer>) {
  const { company, ticketId } = companies[who] as (typeof companies)[number]
  const form = new FormData()
  form.append('voice', 'true')
  form.append('medias', new File([bytes], 'voz.webm', { type: 'audio/webm' }))
  const headers = { authorization: `Bearer ${company.token}` }
  const answer = await fetch(`${serving.url}/api/messages/${ticketId}`, { method: 'POST', body: form, headers })
  return { status: answer.status, body: (await answer.json()) as { error?: string } }
}

test.each([53, 124] as const)(
  'a voice note that would parse endlessly (size byte %i is 0) is refused',
  async (offset) => {
    const bytes = await endlessRecording(offset)
    expect(await whileHealthy(sendVoice(0, bytes))).toEqual({ status: 415, body: { error: 'ERR_MEDIA_TYPE' } })
  },
)

const endlessNotes = sizeOf({ everyday: 7, full: 20 })

test(`${endlessNotes} endless voice notes of one company do not block a voice note of another`, async () => {
  const [endless, good] = [await endlessRecording(124), await recording('webm', 1)]
  const before = serving.log().length
  let refused = 0
  const attack = Promise.all(Array.from({ length: endlessNotes }, () => sendVoice(0, endless).finally(() => refused++)))
  expect((await whileHealthy(sendVoice(1, good))).status).toBe(200)
  expect(refused).toBeLessThan(endlessNotes)
  expect(new Set((await whileHealthy(attack)).map(({ status }) => status))).toEqual(new Set([415]))
  expect((await sendVoice(0, good)).status).toBe(200)
  const ended = serving
    .log()
    .slice(before)
    .filter(({ msg }) => msg === 'a parser was ended')
  expect(ended.length).toBeGreaterThanOrEqual(endlessNotes)
  expect(new Set(ended.map(({ parser, reason }) => `${parser} ${reason}`))).toEqual(new Set(['voice.read time']))
})

async function readSpreadsheet(who: 0 | 1, bytes: Uint8Array<ArrayBuffer>) {
  const headers = { authorization: `Bearer ${companies[who]?.company.token}` }
  const body = new FormData()
  body.append('file', new File([bytes], 'clientes.xlsx'))
  body.append('ask', 'true')
  const answer = await fetch(`${serving.url}/api/contacts/imports`, { method: 'POST', body, headers })
  return { status: answer.status, body: (await answer.json()) as { error?: string; preview?: unknown } }
}

const megabyte = 2 ** 20

test.each([
  ['another directory by ZIP64', () => zip64Bomb(300 * megabyte), 422, 'ERR_SPREADSHEET_BROKEN'],
  ['300 MB', () => workbook(sheetXml([], 300 * megabyte)), 413, 'ERR_LIST_FILE_TOO_LARGE'],
  [
    '100 bytes, and has 300 MB',
    () => workbook(sheetXml([], 300 * megabyte), { size: 100 }),
    422,
    'ERR_SPREADSHEET_BROKEN',
  ],
])('a spreadsheet that declares %s is refused without using that memory', async (_, bomb, status, error) => {
  const bytes = bomb()
  const before = await residentBytes(serving)
  let peak = 0
  const answers = Promise.all([0, 1, 0, 1].map((who) => readSpreadsheet(who as 0 | 1, bytes)))
  const sampled = whileHealthy(answers, async () => {
    peak = Math.max(peak, await residentBytes(serving))
  })
  for (const answer of await sampled) expect(answer).toEqual({ status, body: { error } })
  expect(peak).toBeLessThan(before + 200 * megabyte)
})

test('slow spreadsheets of one company do not block a spreadsheet of another', async () => {
  const slow = workbook(sheetXml([], 19 * megabyte))
  const attack = Promise.all(Array.from({ length: 4 }, () => readSpreadsheet(0, slow)))
  const good = await whileHealthy(readSpreadsheet(1, workbook(sheetXml(contactRows))))
  expect(good).toMatchObject({ status: 200, body: { preview: { rows: [{ name: 'Ana' }] } } })
  expect(new Set((await whileHealthy(attack)).map(({ status }) => status))).toEqual(new Set([422]))
})

/** Inserts messages of a customer into the company's ticket, as if received from WhatsApp. */
function insertMessages(who: 0 | 1, bodies: string[]) {
  const { company, ticketId } = companies[who] as (typeof companies)[number]
  const database = new Database(databaseFile(serving.dataDir))
  database.run('pragma busy_timeout = 5000')
  const insert = database.query(`insert into messages (companyId, ticketId, contactId, whatsappId, waId, fromMe, origin,
    body, mediaType, ack) select companyId, id, contactId, whatsappId, ?, 0, 'customer', ?, 'chat', 0
    from tickets where companyId = ? and id = ?`)
  database.transaction(() => {
    for (const [n, body] of bodies.entries()) insert.run(`PLANT${n}`, body, company.companyId, ticketId)
  })()
  database.close()
}

test('a search over twenty messages of maximum length does not block other requests', async () => {
  const filler = '한국어 '.repeat(limits.messageBody.max).slice(0, limits.messageBody.max - 10)
  insertMessages(0, ['pedido', ...Array(20).fill(filler)])
  const headers = { authorization: `Bearer ${companies[0]?.company.token}` }
  const searchAll = async () => {
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const answer = await fetch(`${serving.url}/api/search?q=pedido${cursor && `&cursor=${cursor}`}`, { headers })
      expect(answer.status).toBe(200)
      const page = (await answer.json()) as { messages: { message: { body: string } }[]; next: string | null }
      found.push(...page.messages.map(({ message }) => message.body))
      if (page.next === null) return found
      cursor = page.next
    }
  }
  expect(await whileHealthy(searchAll())).toEqual(['pedido'])
})

test('200 lists of tickets that one company asks for at once delay the list of another by a few', async () => {
  const list = (who: 0 | 1) =>
    fetch(`${serving.url}/api/tickets?status=open`, {
      headers: { authorization: `Bearer ${companies[who]?.company.token}` },
    })
  let answered = 0
  const flood = Array.from({ length: 200 }, async () => {
    const { status } = await list(0)
    answered++
    return status
  })
  expect((await list(1)).status).toBe(200)
  expect(answered).toBeLessThan(100)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]))
})
