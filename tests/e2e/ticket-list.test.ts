import { expect, test } from 'bun:test'
import { acceptTicket, bubble, button, composer, conversation, row, signIn, tab } from './screen'
import { createTicket, nextNumber, people } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/** The ticket list: preview, search, new conversation, transfer. */

setUpShop()

test('an admin’s preview of a pending ticket leaves it pending and unread', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  const { id } = await createTicket(harness, shop, 'Rosa Maia', 'Vocês entregam aos domingos?')
  await tab(page, 'Aguardando').click()
  await row(page, 'Rosa Maia').getByRole('button', { name: 'Espiar sem aceitar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conversa de Rosa Maia' })
  await bubble(page, 'Vocês entregam aos domingos?').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await shop.request('GET', `/tickets/${id}`)).toMatchObject({
    status: 'pending',
    userId: null,
    unreadMessages: 1,
  })
  await page.context().close()
})

test('a transferred ticket reaches the colleague and is found by the search', async () => {
  const [bia, caio] = [
    await signIn(await harness.newContext(), shop.url, 'bia'),
    await signIn(await harness.newContext(), shop.url, 'caio'),
  ]
  await createTicket(harness, shop, 'Otto Braga')
  await acceptTicket(bia, 'Otto Braga')
  await button(conversation(bia), 'Transferir atendimento').click()
  await bia.getByRole('button', { name: 'Transferir', exact: true }).click()
  await bia.getByText('Escolha um atendente, um setor ou outra conexão.').waitFor()
  await bia.getByRole('combobox', { name: /^Atendente/ }).fill('cai')
  await bia.getByRole('option', { name: people.caio.name }).click()
  await bia.getByRole('button', { name: 'Transferir', exact: true }).click()
  await bia.getByText('Atendimento transferido.').waitFor()
  await conversation(bia).getByText(`${people.caio.name} está atendendo.`).waitFor()
  await row(caio, 'Otto Braga').getByRole('link').click()
  await composer(caio).waitFor()
  await bia.context().close()

  await tab(caio, 'Busca').click()
  await caio.getByLabel('Buscar por nome ou número').fill('otto')
  await row(caio, 'Otto Braga').waitFor()
  await caio.context().close()
})

test('a conversation with a new contact is started; starting it again links to the open ticket', async () => {
  const number = nextNumber()
  await harness.control.addCustomer({ number, name: 'Íris' })
  const page = await signIn(await harness.newContext(), shop.url, 'bia')
  await button(page, 'Nova conversa').click()
  const dialog = page.getByRole('dialog', { name: 'Nova conversa' })
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('Íris Prado')
  await page.getByRole('option', { name: 'Criar um contato novo' }).click()
  await button(dialog, 'Iniciar conversa').click()
  await dialog.getByText('Preencha este campo.').waitFor()
  await dialog.getByLabel('Número do WhatsApp').fill(number)
  await button(dialog, 'Iniciar conversa').click()
  await composer(page).waitFor()
  await conversation(page).getByRole('heading', { name: 'Íris Prado' }).waitFor()
  await page.context().close()

  const other = await signIn(await harness.newContext(), shop.url, 'caio')
  await button(other, 'Nova conversa').click()
  await other.getByRole('combobox', { name: 'Contato' }).fill('iris')
  await other.getByRole('option', { name: /Íris Prado/ }).click()
  await button(other, 'Iniciar conversa').click()
  await other.getByText(`já tem um atendimento em aberto com ${people.bia.name}`).waitFor()
  await other.getByRole('link', { name: 'Abrir o atendimento' }).click()
  await other.getByText(`${people.bia.name} está atendendo.`).waitFor()
  await other.context().close()
})
