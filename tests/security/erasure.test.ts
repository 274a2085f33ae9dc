import { afterAll, beforeAll, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { databaseFile } from '../../src/core/storage/data-directory'
import { cleanUp, type Serving, serve } from '../executable/balcao'
import { until } from '../until'
import { type CompanyLogin, openCompany, prepareInstallation, request, withoutWhatsApp } from './companies'
import { Rows } from './rows'
import { filesBelow, logsOf, namesContaining } from './searchable'

/** A person's name and number in every kind of row that people create, changed and deleted before; then an erasure. */

const person = { name: 'Zulmira Quaresma', number: '5511977774321' }

let serving: Serving
let company: CompanyLogin
const ask = <T>(method: string, path: string, body?: object) =>
  request<T>(serving.url, company.token, method, path, body)

/** Writes the person into contact, ticket, note, draft, schedule, list, register and exports, with earlier versions. */
async function writePerson(): Promise<number> {
  const { name, number } = person
  const words = `${name}, telefone ${number}`
  const { id: contactId } = await ask<{ id: number }>('POST', '/contacts', { name: `${name} Antiga`, number })
  await ask('PUT', `/contacts/${contactId}`, { name, number, extraInfo: [{ name: 'Tia', value: words }] })
  const rows = new Rows(company)
  const [queueId, whatsappId] = [await rows.get('queue'), await rows.get('whatsapp')]
  const { id: ticketId } = await ask<{ id: number }>('POST', '/tickets', { contactId, queueId, whatsappId })
  for (const more of ['', ' de novo', ' e outra vez']) {
    await ask('POST', `/messages/${ticketId}`, { body: words + more })
    await ask('PUT', `/tickets/${ticketId}/draft`, { body: words + more, at: new Date().toISOString() })
    await ask('POST', '/ticket-notes', { ticketId, note: words + more })
  }
  const schedule = { contactId, body: words, sendAt: '2098-05-01T09:00' }
  const { id: scheduleId } = await ask<{ id: number }>('POST', '/schedules', schedule)
  await ask('DELETE', `/schedules/${scheduleId}`)
  await ask('POST', '/schedules', schedule)
  const contactListId = await rows.get('contactList')
  await ask('POST', '/contact-list-items', { contactListId, name, number })
  await ask('POST', '/opt-outs', { number, reason: words })
  for (const path of ['/exports', `/contacts/${contactId}/data`]) await ask('POST', path)
  await until('the exports', async () => {
    const { exports } = await ask<{ exports: { status: string }[] }>('GET', '/exports')
    return exports.every(({ status }) => status === 'ready')
  })
  return contactId
}

const found = () =>
  [person.name, 'zulmira', person.number].map((text) => namesContaining(filesBelow(serving.dataDir), text))

beforeAll(async () => {
  serving = await serve({ ...withoutWhatsApp, BALCAO_LOG_LEVEL: 'trace' })
  company = await openCompany(await prepareInstallation(serving), 'Apagar')
})
afterAll(cleanUp)

test('an erasure leaves name and number in no file of the data directory and in no log', async () => {
  const id = await writePerson()
  const before = found()
  expect(before.every((names) => names.includes('balcao.db-wal'))).toBe(true)
  expect(before[0]?.filter((name) => name.startsWith('media/'))).toHaveLength(2)
  await ask('POST', `/contacts/${id}/erase`, { confirmation: person.number })
  await until('the write-ahead log to be emptied', () => found().every((names) => names.length === 0))
  expect(namesContaining(logsOf(serving), person.name)).toEqual([])
  expect(namesContaining(logsOf(serving), person.number)).toEqual([])
  expect(statSync(databaseFile(serving.dataDir)).size).toBeGreaterThan(100_000)
  await serving.stop()
  expect(found()).toEqual([[], [], []])
})
