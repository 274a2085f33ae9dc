import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Invoice } from '../../../src/features/provider/invoices/model'
import { allInvoices, ownInvoices, receiveInvoiceEvent, refuseClaim } from '../../../ui/pages/provider/invoices/store'
import { json } from '../browser'

const pageSize = 5
const nativeFetch = globalThis.fetch
let stored: Map<number, Invoice>

const invoice = (id: number, status: Invoice['status'] = 'open'): Invoice => {
  const at = '2026-01-01T00:00:00.000Z'
  const price = {
    detail: 'Plano 1',
    value: 3000,
    dueDate: '2026-02-01',
    paidAt: status === 'paid' ? at : null,
    extra: 0,
    claim: null,
    undoableUntil: null,
  }
  return { id, status, ...price, createdAt: at, updatedAt: at }
}
const fresh = () => [...stored.values()].sort((a, b) => b.id - a.id)

/** Server pages of the stored invoices, newest first. */
function answer({ searchParams }: URL) {
  const before = Number(searchParams.get('cursor') ?? Number.POSITIVE_INFINITY)
  const rest = fresh().filter(({ id }) => id < before)
  const invoices = rest.slice(0, pageSize)
  const hasMore = rest.length > pageSize
  return json({ invoices, hasMore, next: hasMore ? String(invoices.at(-1)?.id) : null })
}

beforeEach(() => {
  stored = new Map([1, 2, 3, 4, 5, 6, 7, 8].map((id) => [id, invoice(id)]))
  ownInvoices.clear()
  globalThis.fetch = (async (url: string) => answer(new URL(url, 'http://localhost'))) as typeof fetch
})
afterEach(() => {
  globalThis.fetch = nativeFetch
})

const step = fc.constantFrom('made', 'paid', 'more' as const)

test('loaded pages plus events equal a fresh load', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.nat(7)), { maxLength: 12 }), async (steps) => {
      stored = new Map([1, 2, 3, 4, 5, 6, 7, 8].map((id) => [id, invoice(id)]))
      ownInvoices.clear()
      await ownInvoices.more()
      for (const [what, at] of steps) await take(what, at)
      const shown = ownInvoices.rows.peek()
      expect(shown).toEqual(fresh().slice(0, shown.length))
      while (ownInvoices.hasMore.peek()) await ownInvoices.more()
      expect(ownInvoices.rows.peek()).toEqual(fresh())
    }),
    { numRuns: 60 },
  )
})

async function take(what: string, at: number) {
  if (what === 'more') await ownInvoices.more()
  if (what === 'made') sendEvent('create', invoice(stored.size + 1))
  if (what === 'paid') sendEvent('CONCLUIDA', invoice(at + 1, 'paid'))
}

function sendEvent(action: 'create' | 'CONCLUIDA', changed: Invoice) {
  stored.set(changed.id, changed)
  const company = { id: 1, name: 'Padaria', dueDate: '2026-03-01' }
  receiveInvoiceEvent(action === 'create' ? { action, invoice: changed } : { action, company, invoice: changed })
}

test('a refusal names the claim that is shown; a newer one takes its place in the list', async () => {
  const seen = { at: '2026-01-02T00:00:00.000Z', receipt: false, refusal: null }
  const claim = { at: '2026-01-02T00:05:00.000Z', receipt: true, refusal: null }
  const row = { ...invoice(1), claim: seen, companyId: 2, companyName: 'Padaria' }
  const refusals: unknown[] = []
  globalThis.fetch = (async (url: string, init?: RequestInit) => {
    if (!String(url).includes('/refuse')) return json({ invoices: [row], hasMore: false, next: null })
    refusals.push(JSON.parse(String(init?.body)))
    return new Response(JSON.stringify({ error: 'ERR_CLAIM_CHANGED', claim }), {
      status: 409,
      headers: { 'content-type': 'application/json' },
    })
  }) as typeof fetch
  await allInvoices.more()
  await expect(refuseClaim(row, 'Não chegou')).rejects.toThrow('ERR_CLAIM_CHANGED')
  expect(refusals).toEqual([{ claimedAt: seen.at, reason: 'Não chegou' }])
  expect(allInvoices.rows.peek().map((shown) => shown.claim)).toEqual([claim])
})
