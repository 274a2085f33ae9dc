import '../browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { SubscriptionPage } from '../../../ui/pages/provider/checkout/subscription-page'
import { until } from '../../until'
import { json, serve } from '../browser'
import { render } from '../rendered'
import { signInForEachTest } from '../signed-in'

await signInForEachTest()

test.each([
  ['a company in its trial', 3, '3 dias de teste restantes', 'Assinar agora'],
  ['a company that has paid', null, 'Licença até 30/11/2027', 'Pagar o próximo período'],
] as const)('%s is offered what its payment does', async (_, trialDaysLeft, says, action) => {
  const company = { dueDate: '2027-11-30', email: 'ana@loja.test', recurrence: 'MENSAL' }
  serve(() => json({ company, plan: { name: 'Pro', value: 9990 }, trialDaysLeft }))
  const page = render(createElement(SubscriptionPage))
  await until('the licence', () => page.textContent?.includes(says) === true)
  expect([...page.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    action,
    'Cancelar a assinatura',
  ])
})

test.each([
  ['the paid time', '2099-11-30', 'até o fim do período pago'],
  ['the day, within the days of grace', '2020-11-30', 'até o fim do dia em que você cancelar'],
])('a cancellation says that it ends the licence with %s', async (_, dueDate, says) => {
  const company = { dueDate, email: 'ana@loja.test', recurrence: 'MENSAL' }
  serve(() => json({ company, plan: { name: 'Pro', value: 9990 }, trialDaysLeft: null }))
  const page = render(createElement(SubscriptionPage))
  await until('the text', () => page.textContent?.includes(says) === true)
})
