import { expect, test } from 'bun:test'
import { button, composer, conversation, fillLogin, list, raceToAccept, row, signIn } from '../screen'
import { createTicket, emailOf, password, people } from '../shop'
import { harness, ownShop, setUpOwnShop, shop } from '../shop-setup'

/** Conflicts between users, and ended logins. */

setUpOwnShop()

test('of two agents who accept the same ticket, one gets it and the other is told who', async () => {
  const bia = await signIn(await harness.newContext(), shop.url, 'bia')
  const caio = await signIn(await harness.newContext(), shop.url, 'caio')
  const { id } = await createTicket(harness, shop, 'Joana Reis')
  const ended = await raceToAccept({ id, name: 'Joana Reis' }, [
    { page: bia, name: people.bia.name },
    { page: caio, name: people.caio.name },
  ])
  const [winner, loser] = [ended.winner.page, ended.loser.page]
  await row(loser, 'Joana Reis').getByText('Já foi aceito').waitFor() // under the pointer, so it stays
  await loser.mouse.move(900, 300)
  await row(loser, 'Joana Reis').waitFor({ state: 'detached' })
  expect(await composer(loser).count()).toBe(0)
  expect(new URL(loser.url()).pathname).toBe('/tickets')

  // A colleague of the queue can read the ticket by its address but not reply.
  await loser.goto(winner.url())
  await loser.getByText(`${ended.winner.name} está atendendo.`).waitFor()
  expect(await button(conversation(loser), 'Encerrar').count()).toBe(0)

  await button(conversation(winner), 'Mais ações').click()
  await winner.getByRole('menuitem', { name: 'Devolver para a fila' }).click()
  await button(conversation(loser), 'Aceitar').first().waitFor()
  await bia.context().close()
  await caio.context().close()
})

test("the address of another queue's ticket shows a notice and leads to the list", async () => {
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

test('a login on another computer ends the first login with a notice', async () => {
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

test('a wrong password is refused with a notice', async () => {
  const page = await (await harness.newContext()).newPage()
  await page.goto(`${shop.url}/login`)
  await fillLogin(page, emailOf('bia'), 'not this one')
  await page.getByText('E-mail ou senha incorretos.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('an expired licence ends logins and refuses new ones, with its due date', async () => {
  const working = await signIn(await harness.newContext(), shop.url, 'bia')
  await ownShop.restart((db) =>
    db.query('update companies set dueDate = ? where id = ?').run('2026-01-09', shop.companyId),
  )
  await working.waitForURL('**/login')
  await working.getByText('A assinatura venceu em 09/01/2026').waitFor()
  const page = await (await harness.newContext()).newPage()
  await page.goto(`${shop.url}/login`)
  await fillLogin(page, emailOf('caio'), password)
  await page.getByText('A assinatura venceu em 09/01/2026').waitFor()
  await page.getByText('Um administrador da empresa entra aqui para ver a fatura e pagar.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})
