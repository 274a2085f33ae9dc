import { expect, test } from 'bun:test'
import { bodyMemory } from '../src/core/http/body-memory'
import { budgets } from '../src/core/http/budgets'
import { openUploads } from '../src/core/http/open-uploads'
import { refusedByBudget } from '../src/metrics'
import { createInstallation } from './installation'

test('balcao_budget_refused counts the refusals of each budget, of large forms and of uploads in progress', async () => {
  const { services } = await createInstallation({ budgets: 1 })
  const read = () => refusedByBudget(services.ports.budgets)
  const before = read()
  expect(Object.keys(before).sort()).toEqual([...Object.keys(budgets), 'forms', 'uploads'].sort())
  const request = new Request('http://localhost/')
  bodyMemory.enter(request, 1, 2 ** 20 + 1)
  expect(() => bodyMemory.enter(new Request('http://localhost/'), 1, 64 * 2 ** 20)).toThrow('ERR_BUDGET')
  bodyMemory.leave(request)
  const { promise, resolve } = Promise.withResolvers<void>()
  const runs = Array.from({ length: 11 }, () => openUploads.run({ companyId: 1, userId: 1 }, () => promise))
  resolve()
  expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual([
    ...Array(10).fill('fulfilled'),
    'rejected',
  ])
  for (let n = 0; n <= budgets.linkPreview.company[0]; n++) services.ports.budgets.trySpend('linkPreview', 1)
  expect(read()).toEqual({
    ...before,
    forms: Number(before.forms) + 1,
    uploads: Number(before.uploads) + 1,
    linkPreview: Number(before.linkPreview) + 1,
  })
})
