import '../browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { AllCompanies } from '../../../ui/pages/provider/invoices/all-companies'
import { allInvoices, changeInvoiceFilter } from '../../../ui/pages/provider/invoices/store'
import { json, serve } from '../browser'
import { render, unmount } from '../rendered'

const nativeFetch = globalThis.fetch
await startTexts()
await loadAllTexts('pt')
afterEach(() => {
  unmount()
  globalThis.fetch = nativeFetch
})

test('a paid invoice in the list of all companies shows the day of its payment, an open one the button', async () => {
  const at = '2026-11-21T15:00:00.000Z'
  const common = { detail: 'Plano 1', value: 3000, dueDate: '2026-11-24', companyId: 3, createdAt: at, updatedAt: at }
  const invoices = [
    { ...common, id: 2, companyName: 'Ótica', status: 'open', paidAt: null },
    { ...common, id: 1, companyName: 'Padaria', status: 'paid', paidAt: at },
  ]
  serve(() => json({ invoices, hasMore: false, next: null }))
  changeInvoiceFilter({ status: undefined })
  await allInvoices.more()
  const [open, paid] = render(createElement(AllCompanies)).querySelectorAll('ul > li')
  expect(open?.textContent).not.toContain('Paga em')
  expect(open?.querySelector('button')).not.toBeNull()
  expect(paid?.textContent).toContain('Paga em 21/11/2026')
  expect(paid?.querySelector('button')).toBeNull()
})
