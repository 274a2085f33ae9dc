import '../browser'
import { expect, test } from 'bun:test'
import type { Company } from '../../../src/features/provider/companies/model'
import { changedTerms, makeForm } from '../../../ui/pages/platform/settings/companies/company-form'

const company = {
  ...{ id: 3, name: 'Loja', email: 'ana@loja.test', phone: '11988887777', planId: 1, dueDate: '2026-11-30' },
  ...{ recurrence: 'MENSAL', status: true, campaignsEnabled: true },
} as Company

test('a saved company sends the changed terms only, so that a payment in between keeps its due date', () => {
  const form = makeForm(company)
  expect(changedTerms(form)).toEqual({})
  form.field('phone').value.value = '(11) 99999-8888'
  expect(changedTerms(form)).toEqual({ phone: '11999998888' })
  form.field('dueDate').value.value = '31/12/2026'
  form.field('planId').value.value = '2'
  expect(changedTerms(form)).toEqual({ phone: '11999998888', dueDate: '2026-12-31', planId: 2 })
})
