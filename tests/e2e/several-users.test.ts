import { expect, test } from 'bun:test'
import { button, composer, conversation, fillLogin, list, raceToAccept, row, signIn } from './screen'
import { createTicket, password, people } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/** Several people at once, and what ends their sessions. */

setUpShop()

test('of two who accept at once one gets it, and the other is told who', async () => {
  const bia = await signIn(await harness.newContext(), shop.url, 'bia')
  const caio = await signIn(await harness.newContext(), shop.url, 'caio')
  const { id } = await createTicket(harness, shop, 'Joana Reis')
  const ended = await raceToAccept({ id, name: 'Joana Reis' }, [
    { page: bia, name: people.bia.name },
    { page: caio, name: people.caio.name },
  ])
  const [winner, loser] = [ended.winner.page, ended.loser.page]
  await row(loser, 'Joana Reis').getByText('Já foi aceito').waitFor() // the pointer is on it
  await loser.mouse.move(900, 300)
  await row(loser, 'Joana Reis').waitFor({ state: 'detached' })
  expect(await composer(loser).count()).toBe(0)
  expect(new URL(loser.url()).pathname).toBe('/tickets')

  // The address opened all the same: it can be read by a colleague of the queue, and not answered.
  await loser.goto(winner.url())
  await loser.getByText(`${ended.winner.name} está atendendo.`).waitFor()
  expect(await button(conversation(loser), 'Encerrar').count()).toBe(0)

  await button(conversation(winner), 'Devolver para a fila').click()
  await button(conversation(loser), 'Aceitar').first().waitFor()
  await bia.context().close()
  await caio.context().close()
})

test("who opens the address of another queue's ticket is told and taken to the list, and not back again", async () => {
  const ticket = await createTicket(harness, shop, 'Rita Luz')
  const { id: queueId } = await shop.request<{ id: number }>('POST', '/queue', { name: 'Depósito', color: '#1d4ed8' })
  await shop.request('PUT', `/tickets/${ticket.id}`, { queueId })
  const page = await signIn(await harness.newContext(), shop.url, 'caio')
  await page.goto(`${shop.url}/tickets/${ticket.uuid}`)
  await page.getByText('Este atendimento é de outro setor.').waitFor()
  const path = () => new URL(page.url()).pathname
  expect(path()).toBe('/tickets')
  await page.goBack()
  await list(page).waitFor()
  expect(path()).not.toBe(`/tickets/${ticket.uuid}`)
  await page.context().close()
})

test('an account used on another computer ends the first session, with a word about it', async () => {
  const first = await signIn(await harness.newContext(), shop.url, 'ana')
  const second = await signIn(await harness.newContext(), shop.url, 'ana')
  await first.waitForURL('**/login')
  await first.getByText('Sua conta foi acessada em outro computador.').waitFor()
  await first.reload()
  await first.getByText('Sua conta foi acessada em outro computador.').waitFor()
  expect(
    await first.evaluate(() => [...Object.keys(localStorage)].filter((key) => /draft|company/i.test(key))),
  ).toEqual([])
  await list(second).waitFor()
  await first.goto(`${shop.url}/tickets`)
  await first.waitForURL('**/login')
})

test('a wrong password is said once and kept out', async () => {
  const page = await (await harness.newContext()).newPage()
  await page.goto(`${shop.url}/login`)
  await fillLogin(page, people.bia.email, 'not this one')
  await page.getByText('E-mail ou senha incorretos.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('an expired licence says its due date, to who works and to who comes', async () => {
  const working = await signIn(await harness.newContext(), shop.url, 'bia')
  await shop.restart((db) =>
    db.query('update companies set dueDate = ? where id = ?').run('2026-01-09', shop.companyId),
  )
  await working.waitForURL('**/login')
  await working.getByText('A assinatura venceu em 09/01/2026').waitFor()
  const page = await (await harness.newContext()).newPage()
  await page.goto(`${shop.url}/login`)
  await fillLogin(page, people.caio.email, password)
  await page.getByText('A assinatura venceu em 09/01/2026').waitFor()
  await page.getByText('Fale com o suporte para renovar.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})
