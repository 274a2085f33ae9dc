import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { until } from '../harness'
import { button, signIn } from '../screen'
import { nextNumber } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Register of people who want no campaigns, as an admin keeps it and as customers enter it. */

let ana: Page
setUpShop()
beforeAll(async () => {
  await shop.request('PUT', '/settings/optOutFromAnybody', { value: 'enabled' })
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
  await ana.goto(`${shop.url}/opt-outs`)
})

const dialog = () => ana.getByRole('dialog').last()
const entries = () => ana.getByRole('list', { name: 'Descadastros' }).getByRole('listitem')

describe('the register', () => {
  test('enters a person after mistakes are shown, and finds the person by number', async () => {
    await ana.getByText('Ninguém saiu ainda').waitFor()
    await expectAccessible(ana, 'empty register')
    await button(ana, 'Adicionar pessoa').first().click()
    await dialog().getByLabel('Número').fill('12')
    await button(dialog(), 'Adicionar pessoa').click()
    await dialog().getByText('Faltam dígitos no número').waitFor()
    await expectAccessible(ana, 'opt-out form with mistakes')
    await dialog().getByLabel('Número').fill('11 94444-3333')
    await dialog().getByLabel('Motivo').fill('Pediu por telefone')
    await button(dialog(), 'Adicionar pessoa').click()
    await entries().getByText('Pediu por telefone').waitFor()
    await ana.getByLabel('Buscar por número ou nome').fill('4444')
    await until('the search found the person', async () => (await entries().count()) === 1)
    await ana.getByLabel('Buscar por número ou nome').fill('')
  })

  test('shows a customer who sends SAIR at once; the customer gets one confirmation', async () => {
    const { number } = await harness.control.addCustomer({ number: nextNumber(), name: 'Lia Antunes' })
    await harness.control.send({ from: number, to: shop.owner, content: 'SAIR' })
    await entries().filter({ hasText: 'Respondeu “SAIR”' }).waitFor()
    await expectAccessible(ana, 'register')
    await harness.control.send({ from: number, to: shop.owner, content: 'sair' })
    const confirmations = async () =>
      (await harness.control.thread({ phone: number })).filter(({ mine, text }) => !mine && text?.startsWith('Pronto!'))
    await until('the confirmation arrived', async () => (await confirmations()).length === 1)
    await shop.request('GET', '/opt-outs')
    expect((await confirmations()).length).toBe(1)
    await ana.goto(`${shop.url}/contacts`)
    await ana.getByText('Sem campanhas').first().waitFor()
    await ana.goto(`${shop.url}/opt-outs`)
  })

  test('removes a person only with the typed number and a reason', async () => {
    await button(ana, /^Remover \+55 11 94444-3333/).click()
    await dialog().getByLabel('Digite', { exact: false }).fill('11 94444-0000')
    await dialog().getByLabel('Por que a pessoa volta').fill('Pediu para voltar')
    await button(dialog(), 'Remover da lista').click()
    await dialog().getByRole('alert').or(dialog().locator('[aria-invalid=true]')).first().waitFor()
    await expectAccessible(ana, 'removal with a mistake')
    await dialog().getByLabel('Digite', { exact: false }).fill('11 94444-3333')
    await button(dialog(), 'Remover da lista').click()
    await until('the entry is gone', async () => (await entries().count()) === 1)
  })

  test('imports numbers and names the lines without one', async () => {
    await button(ana, 'Mais ações').click()
    await ana.getByRole('menuitem', { name: 'Importar números' }).click()
    await dialog().getByLabel('Números').fill('11 95555-1111\n11 95555-2222\nnada')
    await button(dialog(), 'Importar').click()
    await dialog().getByText('2 números adicionados.').waitFor()
    expect(await dialog().getByText('nada').count()).toBe(1)
    await button(dialog(), 'Fechar').last().click()
    await until('the entries are listed', async () => (await entries().count()) === 3)
  })
})
