import '../browser'
import { expect, test } from 'bun:test'
import type { PaymentConfig } from '../../../src/features/provider/payments/model'
import { makePaymentsForm, paymentInput } from '../../../ui/pages/platform/settings/payments-form'

const config: PaymentConfig = {
  ...{ provider: 'efi', pixKey: 'pix@provedor.test', pixName: '', pixCity: '', environment: 'custom' },
  ...{ baseUrl: 'https://efi.test', clientId: '••••1234', clientSecret: '••••5678', certificate: '••••' },
  ...{ passphrase: '••••', authority: '••••', cardAccount: '', webhookUrl: 'https://x.test/api/subscription/webhook' },
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
