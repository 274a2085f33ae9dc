import '../browser'
import { expect, test } from 'bun:test'
import type { PaymentConfig } from '../../../src/features/provider/payments/model'
import { AppError } from '../../../src/shared/errors'
import { makePaymentsForm, paymentInput } from '../../../ui/pages/platform/settings/payments-form'
import { makeRemindersForm } from '../../../ui/pages/platform/settings/reminders-form'

const config: PaymentConfig = {
  ...{ provider: 'efi', pixKey: 'pix@provedor.test', pixName: '', pixCity: '', environment: 'custom' },
  ...{ baseUrl: 'https://efi.test', clientId: '••••1234', clientSecret: '••••5678', certificate: '••••' },
  ...{ passphrase: '••••', authority: '••••', cardAccount: '', accessToken: '', signingSecret: '' },
  webhookUrl: 'https://x.test/api/subscription/webhook',
}

test('secrets are kept, removed or replaced', () => {
  const form = makePaymentsForm(config)
  const sent = () => paymentInput(form.values())
  expect(sent()).toMatchObject({ clientId: '', certificate: '', passphrase: '', authority: '' })
  form.field('noPassphrase').value.value = true
  form.field('noAuthority').value.value = true
  expect(sent()).toMatchObject({ passphrase: null, authority: null, clientSecret: '' })
  form.field('passphrase').value.value = 'outra'
  expect(sent()).toMatchObject({ passphrase: 'outra', authority: null })
  expect(Object.keys(sent())).not.toContain('noPassphrase')
})

test('a field that the chosen service does not show refuses nothing, and a key goes with its service', async () => {
  const form = makePaymentsForm(config)
  form.field('cardAccount').value.value = 'too short'
  expect(await form.submit(async () => undefined)).toBe(false)
  form.field('pixKey').value.value = 'x'
  form.field('environment').value.value = 'sandbox'
  form.field('provider').value.value = 'asaas'
  form.field('accessToken').value.value = 'key of asaas'
  const sent: unknown[] = []
  expect(await form.submit(async (values) => void sent.push(paymentInput(values)))).toBe(true)
  expect(sent).toMatchObject([{ provider: 'asaas', cardAccount: '', accessToken: 'key of asaas' }])
  form.field('provider').value.value = 'mercado-pago'
  expect(form.values()).toMatchObject({ accessToken: '', signingSecret: '', environment: 'production' })
})

test('more days than a reminder may have are refused at the list of days before', async () => {
  const form = makeRemindersForm({ mail: true, days: [0], whatsappId: null, canMail: true, connections: [] })
  form.field('before').value.value = '1, 2, 3, 4, 5, 6, 7, 8, 9'
  const refuse = () => Promise.reject(new AppError('ERR_VALIDATION', { fields: ['days'] }))
  expect(await form.submit(refuse)).toBe(false)
  expect([form.field('before').problem.peek()?.code, form.failure.peek()]).toEqual(['refused', null])
})
