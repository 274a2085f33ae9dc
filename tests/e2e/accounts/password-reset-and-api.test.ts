import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { openMailServer } from '../../mail-server'
import { phone, until } from '../harness'
import { button, fillLogin, horizontalOverflow } from '../screen'
import { emailOf, nextNumber } from '../shop'
import { harness, setUpOwnShop, shop } from '../shop-setup'

/** Password reset by e-mail, and the page that tests the messages API. */

const post = await openMailServer()

setUpOwnShop({ BALCAO_SMTP_URL: post.url })
afterAll(() => post.close())

const fresh = 'Nove violoncelos 9'
let page: Page

test('a forgotten password is replaced with the code of an e-mail', async () => {
  page = await (await harness.newContext(phone)).newPage()
  await page.goto(`${shop.url}/login`)
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click()
  await page.getByLabel('E-mail').fill('ninguem@estrela.test')
  await button(page, 'Enviar código').click()
  await page.getByText('Nenhum usuário com este e-mail.').waitFor()
  await expectAccessible(page, 'code asked for')
  await page.getByLabel('E-mail').fill(emailOf('ana'))
  await button(page, 'Enviar código').click()
  const code = page.getByLabel('Código do e-mail')
  await code.waitFor()
  // The provider gets a mail, too: that of the sign-up of this company.
  const mail = await until('the mail', async () => post.mails.find(({ to }) => to.includes(emailOf('ana'))))
  expect([mail.to, mail.encrypted]).toEqual([[emailOf('ana')], true])
  await code.fill(/^ {4}(\w+)$/m.exec(mail.text)?.[1] as string)
  await page.getByLabel('Nova senha', { exact: true }).fill('fraca')
  await page.getByLabel('Repita a nova senha').fill('outra')
  await button(page, 'Salvar a nova senha').click()
  await page.getByText('As duas senhas não são iguais.').waitFor()
  await expectAccessible(page, 'password')
  expect(await horizontalOverflow(page)).toBe(0)
  await page.getByLabel('Nova senha', { exact: true }).fill(fresh)
  await page.getByLabel('Repita a nova senha').fill(fresh)
  await button(page, 'Salvar a nova senha').click()
  await page.getByText('Senha trocada.').waitFor()
  await fillLogin(page, emailOf('ana'), fresh)
  await page.waitForURL((url) => url.pathname !== '/login')
})

test('the messages API page sends a test message', async () => {
  const text = 'Seu pedido saiu para entrega'
  const { number } = await harness.control.addCustomer({ number: nextNumber(), name: 'Cliente de fora' })
  await page.goto(`${shop.url}/messages-api`)
  await button(page, 'Mostrar o token da conexão').click()
  await page.getByLabel('Token da conexão', { exact: true }).and(page.locator(':not([value=""])')).waitFor()
  await page.getByLabel('Número').fill(number)
  await page.getByLabel('Mensagem').fill(text)
  await expectAccessible(page, 'messages API')
  expect(await horizontalOverflow(page)).toBe(0)
  await button(page, 'Enviar teste').click()
  await page.getByText('"mensagem": "Mensagem enviada"').waitFor()
  const received = () => harness.control.inbox({ phone: number })
  await until('the message on the phone', async () => (await received()).some((message) => message.text === text))
})
