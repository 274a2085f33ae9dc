import { afterAll, expect, test } from 'bun:test'
import { expectAccessible } from '../../expect-accessible'
import { openMailServer } from '../../mail-server'
import { desktop, phone, until } from '../harness'
import { button, fillLogin, horizontalOverflow } from '../screen'
import { writeDatabase } from '../shop'
import { harness, ownShop, setUpOwnShop } from '../shop-setup'

/** A sign-up that the provider lets people confirm by the link of a mail. */

const post = await openMailServer()
setUpOwnShop({ BALCAO_SMTP_URL: post.url })
afterAll(() => post.close())

const [email, password] = ['dona@sol.test', 'nove violoncelos azuis']

test('a person signs up, opens the link of the mail on a phone, confirms and logs in', async () => {
  writeDatabase(ownShop.serving.dataDir, (db) => {
    for (const key of ['userCreation', 'signupConfirmation'])
      db.query('insert or replace into installation (key, value) values (?, ?)').run(key, 'enabled')
  })
  const page = await (await harness.newContext({ viewport: desktop })).newPage()
  await page.goto(`${ownShop.url}/signup`)
  await page.getByLabel('Seu nome').fill('Dona Sol')
  await page.getByLabel('Nome da empresa').fill('Padaria Sol')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Telefone com DDD').fill('11999990001')
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
  await button(page, 'Criar conta').click()
  await page.getByText(`Enviamos um link para ${email}`).waitFor()
  await expectAccessible(page, 'mail sent')

  const mail = await until('the mail', async () => post.mails.find(({ to }) => to.includes(email)))
  const hash = /\/confirm(#\S+)/.exec(mail.text)?.[1]
  const onPhone = await (await harness.newContext(phone)).newPage()
  await onPhone.goto(`${ownShop.url}/confirm${hash}`)
  await button(onPhone, 'Confirmar e criar a empresa').waitFor()
  await expectAccessible(onPhone, 'confirmation')
  expect(await horizontalOverflow(onPhone)).toBe(0)
  await button(onPhone, 'Confirmar e criar a empresa').click()
  await onPhone.getByText('Empresa cadastrada.').waitFor()
  await fillLogin(onPhone, email, password)
  await onPhone.waitForURL((url) => url.pathname !== '/login')

  await page.goto(`${ownShop.url}/confirm${hash}`)
  await button(page, 'Confirmar e criar a empresa').click()
  await page.getByText('Este link não vale mais').waitFor()
})
