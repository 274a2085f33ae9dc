import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Me } from '../../../src/features/accounts/auth/model'
import { syncDrafts } from '../../../ui/lib/draft-sync'
import { draftText, receiveDraft, saveDraft } from '../../../ui/lib/drafts'
import { session } from '../../../ui/lib/session'
import { clearPersonalData } from '../../../ui/lib/storage'
import { chatDraft as chatDraftOf, saveChatDraft as keepChatDraft } from '../../../ui/pages/inbox/chats/store'
import { addTask, loadTasks, tasks } from '../../../ui/pages/inbox/tasks/tasks'
import { ana, type Call, json, serve } from '../browser'

const nativeFetch = globalThis.fetch
let there: { ticketId: number; body: string; at: string }[]
let calls: Call[]
let lastId = 1000

beforeEach(() => {
  localStorage.clear()
  session.value = { kind: 'in', me: { ...ana, id: ++lastId } as unknown as Me }
  there = []
  calls = serve(({ method }) => json(method === 'GET' ? { drafts: there } : {}))
})
afterEach(() => {
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})
const draftRequests = () =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

test('a local draft is sent to the server, and a draft from another device is received', async () => {
  saveDraft(1, 'daqui')
  there = [{ ticketId: 2, body: 'de lá', at: '2026-01-01T00:00:00.000Z' }]
  await syncDrafts()
  expect(draftRequests()).toEqual(['PUT /api/tickets/1/draft'])
  expect(draftText(2)).toBe('de lá')
})

test('an older draft from another device does not replace a newer local one', () => {
  saveDraft(1, 'novo')
  receiveDraft(1, { body: 'velho', at: '2020-01-01T00:00:00.000Z' })
  expect(draftText(1)).toBe('novo')
  receiveDraft(1, { body: 'mais novo', at: '2199-01-01T00:00:00.000Z' })
  expect(draftText(1)).toBe('mais novo')
})

test('text typed while the emptied draft is deleted on the server stays', async () => {
  receiveDraft(1, { body: 'enviado', at: '2026-01-01T00:00:00.000Z' })
  saveDraft(1, '')
  let emptied = { body: '', at: '' }
  calls = serve(({ method, body }) => {
    if (method === 'GET') return json({ drafts: [] })
    emptied = JSON.parse(body)
    saveDraft(1, 'b')
    receiveDraft(1, emptied)
    return json({ ticketId: 1, ...emptied })
  })
  await syncDrafts()
  expect([emptied.body, draftText(1)]).toEqual(['', 'b'])
})

test('text typed after a draft of a device with a faster clock is newer than that draft', () => {
  const ahead = new Date(Date.now() + 60_000).toISOString()
  receiveDraft(1, { body: 'do celular', at: ahead })
  saveDraft(1, 'do celular e daqui')
  receiveDraft(1, { body: 'do celular', at: ahead })
  expect(draftText(1)).toBe('do celular e daqui')
})

test('a draft sent on another device is removed here, an unsent local one stays', async () => {
  receiveDraft(1, { body: 'enviado lá', at: '2026-01-01T00:00:00.000Z' })
  calls = serve(({ method }) => (method === 'GET' ? json({ drafts: [] }) : json({ error: 'ERR_UNREACHABLE' }, 503)))
  saveDraft(2, 'sem rede')
  await syncDrafts()
  expect([draftText(1), draftText(2)]).toEqual(['', 'sem rede'])
  expect(localStorage.getItem(`draft:${lastId}:2`)).toContain('sem rede')
})

test('a draft whose message was sent while offline is deleted on the server later', async () => {
  saveDraft(1, 'oi')
  there = [{ ticketId: 1, body: 'oi', at: new Date().toISOString() }]
  await syncDrafts()
  saveDraft(1, '')
  expect(localStorage.getItem(`draft:${lastId}:1`)).not.toBeNull()
  there = []
  await syncDrafts()
  expect(draftRequests()).toEqual(['PUT /api/tickets/1/draft', 'PUT /api/tickets/1/draft'])
  expect(localStorage.getItem(`draft:${lastId}:1`)).toBeNull()
})

test('logout deletes drafts stored on the server and keeps unsent ones', () => {
  receiveDraft(1, { body: 'guardado lá', at: '2026-01-01T00:00:00.000Z' })
  saveDraft(2, 'só aqui')
  clearPersonalData()
  expect(localStorage.getItem(`draft:${lastId}:1`)).toBeNull()
  expect(localStorage.getItem(`draft:${lastId}:2`)).toContain('só aqui')
})

test('texts that exist only in this browser survive a logout', async () => {
  calls = serve(({ method }) => (method === 'GET' ? json({ drafts: [] }) : json({ error: 'ERR_NO_PERMISSION' }, 403)))
  saveDraft(1, 'ninguém aceitou')
  await syncDrafts()
  keepChatDraft(5, 'para os colegas')
  addTask('ligar para Rui')
  clearPersonalData()
  loadTasks()
  expect(localStorage.getItem(`draft:${lastId}:1`)).toContain('ninguém aceitou')
  expect([chatDraftOf(5), tasks.value[0]?.text]).toEqual(['para os colegas', 'ligar para Rui'])
})

test('a draft sent before the pause causes no request, and one in flight is deleted afterwards', async () => {
  saveDraft(1, 'rápido')
  saveDraft(1, '')
  await syncDrafts()
  expect(draftRequests()).toEqual([])
  saveDraft(1, 'devagar')
  const underWay = syncDrafts()
  saveDraft(1, '')
  await underWay
  await syncDrafts()
  expect(draftRequests()).toEqual(['PUT /api/tickets/1/draft', 'PUT /api/tickets/1/draft'])
})

test('a draft that the server stored without an answer is deleted there once its message is sent', async () => {
  calls = serve(() => Promise.reject(new TypeError('the page was left')))
  saveDraft(1, 'enviado')
  await syncDrafts()
  saveDraft(1, '')
  calls = serve(({ method }) => json(method === 'GET' ? { drafts: [] } : {}))
  await syncDrafts()
  expect(draftRequests()).toEqual(['PUT /api/tickets/1/draft'])
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ body: '' })
})

test('a draft that the server refuses stays in this browser', async () => {
  calls = serve(({ method }) => (method === 'GET' ? json({ drafts: [] }) : json({ error: 'ERR_VALIDATION' }, 422)))
  saveDraft(1, 'ia dizer')
  await syncDrafts()
  await syncDrafts()
  expect([draftText(1), draftRequests().length]).toEqual(['ia dizer', 1])
})

test('a draft typed while the ticket was transferred away is sent once the user may write in it again', async () => {
  calls = serve(({ method }) => (method === 'GET' ? json({ drafts: [] }) : json({ error: 'ERR_NO_PERMISSION' }, 403)))
  saveDraft(1, 'já separei')
  await syncDrafts()
  expect([draftText(1), draftRequests().length]).toEqual(['já separei', 1])
  there = [{ ticketId: 1, body: 'já separei', at: new Date().toISOString() }]
  calls = serve(({ method }) => json(method === 'GET' ? { drafts: there } : {}))
  await syncDrafts()
  expect([draftText(1), draftRequests()]).toEqual(['já separei', ['PUT /api/tickets/1/draft']])
})
