import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { openMailServer } from '../../mail-server'
import { phone, until } from '../harness'
import { button, horizontalOverflow, openAccountMenu, signIn } from '../screen'
import { createTicket, emailOf, nextNumber } from '../shop'
import { harness, setUpOwnShop, shop } from '../shop-setup'

/** Health of a number under WhatsApp's limits: the page, the bell, e-mails and the pause of campaigns. */

const post = await openMailServer()
setUpOwnShop({ BALCAO_SMTP_URL: post.url })
afterAll(() => post.close())

const name = 'WhatsApp da padaria'
const days = (count: number) => (Math.floor(Date.now() / 1000) + count * 86_400) * 1000
const mailsAbout = (subject: string) => post.mails.filter((mail) => mail.subject === subject)
const receiversOf = (subject: string) =>
  mailsAbout(subject)
    .flatMap(({ to }) => to)
    .sort()
const admins = () => [emailOf('olga'), emailOf('ana'), emailOf('duda')].sort()
let ana: Page

/** Sends a text by the messages API. */
async function sendText(number: string) {
  const { token } = await shop.request<{ token: string }>('GET', `/whatsapp/${shop.whatsappId}/token`)
  const answer = await fetch(`${shop.url}/api/messages/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ number, body: 'Temos pão quente' }),
  })
  expect(answer.status).toBe(200)
}
async function addStranger() {
  const { number } = await harness.control.addCustomer({ number: nextNumber(), name: 'Desconhecido' })
  return number
}
const bellTexts = async (page: Page) => {
  await button(page, /^Notificações(:|$)/).click()
  await page.getByRole('tab', { name: 'Histórico' }).click()
  const text = (await page.getByRole('list', { name: /Histórico/ }).textContent()) ?? ''
  await page.keyboard.press('Escape')
  return text
}

test('a number without limits is shown as well, from the list of connections', async () => {
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
  await ana.goto(`${shop.url}/connections`)
  await button(ana, `Saúde de ${name}`).click()
  await ana.getByText('Este número está bem').waitFor()
  expect(new URL(ana.url()).pathname).toBe(`/connections/${shop.whatsappId}/health`)
  await ana.getByText('o WhatsApp não informou limite').waitFor()
})

test('a message refused with 463 above the quota is shown on the page and told once to each admin', async () => {
  const maria = await createTicket(harness, shop, 'Maria Souza')
  await harness.control.limitNewChats({ owner: shop.owner, quota: { total: 2, cycleEndsAt: days(2) } })
  const strangers = [await addStranger(), await addStranger(), await addStranger()]
  for (const number of strangers) await sendText(number)
  await ana.getByText('Não comece conversas agora').waitFor()
  await ana.getByText('As conversas novas deste ciclo acabaram.').waitFor()
  await ana.getByText('2 de 2', { exact: true }).waitFor()
  const refused = () => harness.control.stanzas({ tag: 'message' })
  await until('three messages', async () => (await refused()).length >= 3)
  await ana.getByText('1 de 3 mensagens').waitFor()
  await ana.getByRole('heading', { name: 'Conversas começadas aqui' }).waitFor()
  await expectAccessible(ana, 'health of a capped number')
  const subject = `${name} usou todas as conversas novas`
  await until('an e-mail to each admin', async () => mailsAbout(subject).length === admins().length)
  expect(receiversOf(subject)).toEqual(admins())
  expect(await bellTexts(ana)).toContain(subject)

  await sendText(maria.number)
  await harness.control.waitForMessage({ phone: maria.number, text: 'Temos pão quente' })
  expect((await harness.control.inbox({ phone: strangers[2]! })).length).toBe(0)
})

test('an admin who was absent finds the alert at the bell, on a phone too', async () => {
  const duda = await signIn(await harness.newContext(phone), shop.url, 'duda')
  await openAccountMenu(duda)
  expect(await bellTexts(duda)).toContain(`${name} usou todas as conversas novas`)
  await duda.goto(`${shop.url}/connections/${shop.whatsappId}/health`)
  await duda.getByText('Não comece conversas agora').waitFor()
  await duda.locator('svg.recharts-surface').first().waitFor()
  expect(await horizontalOverflow(duda)).toBe(0)
  await expectAccessible(duda, 'health on a phone')
  await duda.context().close()
})

test('campaigns are paused until 09:00 of the next day and continued', async () => {
  await harness.control.endQuotaCycle({ owner: shop.owner })
  await ana.getByText('O WhatsApp recusou uma primeira mensagem.').waitFor()
  await button(ana, 'Pausar campanhas até amanhã 09:00').click()
  await ana.getByText(/^Campanhas deste número pausadas até .* 09:00\.$/).waitFor()
  await button(ana, 'Retomar campanhas').click()
  await button(ana, 'Pausar campanhas até amanhã 09:00').waitFor()
})

test('an admin who has switched e-mails off is told of a time-lock by the bell only', async () => {
  await ana.goto(`${shop.url}/profile`)
  await ana.getByRole('switch', { name: 'Receber por e-mail' }).click()
  await ana.getByText('Avisos por e-mail desligados.').waitFor()
  await harness.control.timeLock({ owner: shop.owner, lock: { until: days(3) } })
  const subject = `O WhatsApp restringiu ${name}`
  await until('the e-mails', async () => mailsAbout(subject).length === 2)
  expect(receiversOf(subject)).toEqual(admins().filter((email) => email !== emailOf('ana')))
  await until('the bell', async () => (await bellTexts(ana)).includes(subject))
  await ana.goto(`${shop.url}/connections/${shop.whatsappId}/health`)
  await ana.getByText('As campanhas esperam sozinhas até lá.').waitFor()
  expect(mailsAbout(subject)).toHaveLength(2)
})
