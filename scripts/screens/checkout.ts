import type { Page } from 'playwright'
import { said } from './said'
import { button } from './screen'

/** Goes through the checkout until one of its steps. The payer's data is filled in at the first time only. */
export async function toCheckoutStep(page: Page, steps: number) {
  await button(page, said('Assinar agora', 'Pagar o próximo período')).click()
  const known = page.getByLabel(said('Nome'))
  await known.waitFor()
  if ((await known.inputValue()) === '') {
    const data = { Nome: 'Marina', Sobrenome: 'Duarte', Endereço: 'Rua das Acácias, 215', Cidade: 'São Paulo' }
    for (const [label, text] of Object.entries({ ...data, Estado: 'SP', CEP: '04101000' }))
      await page.getByLabel(said(label)).fill(text)
  }
  for (let step = 0; step < steps; step++) await button(page, said('Continuar')).click()
}
