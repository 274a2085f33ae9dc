import '../browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { session } from '../../../ui/lib/session'
import { problemParts } from '../../../ui/pages/provider/morning/lines'
import { MorningPage } from '../../../ui/pages/provider/morning/morning-page'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { render } from '../rendered'
import { signInForEachTest } from '../signed-in'

await signInForEachTest()

const at = new Date().toISOString()
const none = { count: 0, rows: [] }
const calm = {
  ...{
    at,
    numbers: none,
    claims: none,
    amounts: none,
    invoices: { ...none, cents: 0 },
    trials: none,
    cancellations: none,
  },
  ...{ use: none, jobs: none, webhooks: none, newCompanies: none, disks: [] },
  backup: { kind: 'server', at: null, failures: 0 },
  revenue: {
    ...{ months: [{ month: '2026-11', invoices: 0, cents: 0 }], before: { invoices: 0, cents: 0 }, began: 0 },
    ...{ monthly: { companies: 0, cents: 0 }, ended: { companies: 0, cents: 0 } },
  },
}

async function open(morning: object) {
  session.value = { kind: 'in', me: { ...(ana as object), super: true } as never }
  serve(({ path }) => json(path.endsWith('/morning') ? morning : { companies: [], hasMore: false, next: null }))
  const page = render(createElement(MorningPage))
  await until('the overview', () => page.textContent?.includes('Último backup') === true)
  return page.textContent ?? ''
}

test('a morning without matters is calm', async () => {
  expect(await open(calm)).toContain('Nada precisa de você agora')
})

test.each(problemParts)('a morning with %s is not calm', async (part) => {
  expect(await open({ ...calm, [part]: { ...calm[part], count: 1 } })).not.toContain('Nada precisa de você agora')
})

test('money of another amount says what was paid, what is due, and what to do', async () => {
  const row = { id: 1, invoiceId: 7, companyId: 2, company: 'Padaria', amount: 3000, value: 4500, at }
  const text = (await open({ ...calm, amounts: { count: 1, rows: [row] } })).replaceAll('\u00a0', ' ')
  expect(text).toContain('Pagamentos de outro valor')
  expect(text).toMatch(/pagamento pelo código de R\$ 30,00 em .+, mas a fatura é de R\$ 45,00: dê baixa ou devolva/)
})
