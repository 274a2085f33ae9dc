import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { until } from '../harness'
import { acceptTicket, bubble, button, row, sendMessage, signIn, tab } from '../screen'
import { nextNumber } from '../shop'
import { harness, ownShop, setUpOwnShop, shop } from '../shop-setup'

/** The robot: menus, hours, ratings and timers with simulated customers, and what agents see of them. */

let ana: Page
let supportId: number
let salesId: number

const queueMenu = 'Olá! Escolha o setor:\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas'
const firstMenu = 'Suporte, bom dia.\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Boleto\n\n*[ # ]* - Menu inicial'
const innerMenu =
  'Qual é o problema?\n\n*[ 1 ]* - Lenta\n*[ 2 ]* - Caiu\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'

setUpOwnShop()
beforeAll(async () => {
  const post = async (path: string, body: object) => (await shop.request<{ id: number }>('POST', path, body)).id
  const queue = (name: string, color: string) => post('/queue', { name, color, greetingMessage: `${name}, bom dia.` })
  supportId = await queue('Suporte', '#b45309')
  salesId = await queue('Vendas', '#4338ca')
  const option = (parentId: number | null, title: string, message: string) =>
    post('/queue-options', { queueId: supportId, parentId, title, message })
  const internet = await option(null, 'Internet', 'Qual é o problema?')
  await option(null, 'Boleto', 'O boleto chega por e-mail.')
  await option(internet, 'Lenta', 'Vamos verificar.')
  await option(internet, 'Caiu', 'Um técnico vai ligar.')
  await changeConnection({ queueIds: [supportId, salesId], greetingMessage: 'Olá! Escolha o setor:' })
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

const changeConnection = (values: object) => shop.request('PUT', `/whatsapp/${shop.whatsappId}`, values)
const changeSetting = (key: string, value: string) => shop.request('PUT', `/settings/${key}`, { value })

/** A customer who writes and waits for the next answers. */
async function addCustomer(name: string) {
  const { number } = await harness.control.addCustomer({ number: nextNumber(), name })
  let count = 0
  const texts = async () => (await harness.control.thread({ phone: number })).filter(({ mine }) => !mine)
  const receive = async (answers = 1) => {
    count += answers
    await harness.control.waitForCount({ phone: number, count })
    return (await texts()).slice(count - answers).map(({ text }) => text)
  }
  return {
    name,
    receive,
    send: (content: string) => harness.control.send({ from: number, to: shop.owner, content }),
    async ask(content: string, answers = 1) {
      await harness.control.send({ from: number, to: shop.owner, content })
      return receive(answers)
    },
    all: async () => (await texts()).map(({ text }) => text),
  }
}

interface Row {
  id: number
  queueId: number | null
  chatbot: boolean
  contact: { name: string }
}
async function findTicket(name: string, status = 'pending') {
  const { tickets } = await shop.request<{ tickets: Row[] }>('GET', `/tickets?status=${status}&showAll=true`)
  return tickets.find(({ contact }) => contact.name === name)
}

const waitForMessages = ({ id }: Row, count: number) =>
  until(`${count} messages`, async () => {
    const { messages } = await shop.request<{ messages: object[] }>('GET', `/messages/${id}`)
    return messages.length === count
  })

describe('menus', () => {
  test('lead a customer from the queues to a leaf; the list of the robot has the ticket while the robot asks', async () => {
    const lia = await addCustomer('Lia Antunes')
    expect(await lia.ask('Oi')).toEqual([queueMenu])
    await tab(ana, 'Robô').click()
    await row(ana, lia.name).waitFor()
    await tab(ana, 'Aguardando').click()
    expect(await row(ana, lia.name).count()).toBe(0)
    expect(await lia.ask('suporte')).toEqual([firstMenu])
    expect(await lia.ask('1️⃣')).toEqual([innerMenu])
    expect(await lia.ask('nada disso')).toEqual([innerMenu.replace('Qual é o problema?', invalidOption)])
    expect(await lia.ask('2 -')).toEqual(['Um técnico vai ligar.'])
    await row(ana, lia.name).waitFor()
    expect(await findTicket(lia.name)).toMatchObject({ queueId: supportId, chatbot: false })
    await acceptTicket(ana, lia.name)
    await bubble(ana, 'Um técnico vai ligar.').getByText('Suporte · Robô: opções').waitFor()
    await bubble(ana, 'Olá! Escolha o setor:').getByText('WhatsApp da padaria · Robô: menu de setores').waitFor()
  })

  test('end when an admin stops the robot in the preview; the ticket waits on', async () => {
    const eva = await addCustomer('Eva Stein')
    await eva.ask('Oi')
    await tab(ana, 'Robô').click()
    await row(ana, eva.name).hover()
    await row(ana, eva.name).getByRole('button', { name: 'Espiar sem aceitar' }).click()
    const preview = ana.getByRole('dialog')
    await button(preview, 'Parar o robô').click()
    await preview.getByText('Ana Prado parou o robô').waitFor()
    await button(preview, 'Fechar').last().click()
    await eva.send('1')
    await waitForMessages((await findTicket(eva.name))!, 3)
    expect(await eva.all()).toEqual([queueMenu])
    expect(await findTicket(eva.name)).toMatchObject({ queueId: null, chatbot: false })
  })

  test('end at once when an agent accepts in the middle', async () => {
    const rita = await addCustomer('Rita Bastos')
    await rita.ask('Oi')
    await rita.ask('1')
    await acceptTicket(ana, rita.name, 'Robô')
    await rita.send('1')
    await waitForMessages((await findTicket(rita.name, 'open'))!, 5)
    await sendMessage(ana, 'Oi, Rita, aqui é a Ana.')
    expect(await rita.receive()).toEqual(['Oi, Rita, aqui é a Ana.'])
    expect(await rita.all()).toEqual([queueMenu, firstMenu, 'Oi, Rita, aqui é a Ana.'])
  })
})

test('a conversation that looks like two robots is marked in the list', async () => {
  const other = await addCustomer('Outra Máquina')
  const text = 'Obrigado pelo contato! Responderemos em breve.'
  for (let n = 0; n < 3; n++) await other.ask(text)
  await other.send(text)
  await ana.goto(`${shop.url}/tickets`)
  await tab(ana, 'Aguardando').click()
  await row(ana, other.name).getByRole('img', { name: 'O robô saiu' }).waitFor()
})

const invalidOption = 'Opção inválida, por favor, escolha uma opção válida.'

test('a rating from 1 to 3 is thanked for, opens nothing and is on the dashboard', async () => {
  await changeSetting('userRating', 'enabled')
  await changeConnection({ ratingMessage: 'Como foi?', complationMessage: 'Obrigada!' })
  for (const [name, rate] of [
    ['Sara Um', '1'],
    ['Sara Dois', '2️⃣'],
    ['Sara Três', '3 - ótimo'],
  ] as const) {
    const sara = await addCustomer(name)
    await sara.ask('Oi')
    await sara.ask('2')
    const { id } = (await findTicket(name))!
    await shop.request('PUT', `/tickets/${id}`, { status: 'open' })
    await shop.request('PUT', `/tickets/${id}`, { status: 'closed' })
    const [question] = await sara.receive()
    expect(question).toStartWith('Como foi?\n\nDigite de 1 a 3')
    expect(await sara.ask(rate)).toEqual(['Obrigada!'])
    expect(await findTicket(name)).toBeUndefined()
  }
  await changeSetting('userRating', 'disabled')
  await ana.goto(shop.url)
  const card = ana.locator('dt', { hasText: 'Avaliação (1 a 3)' }).locator('xpath=..')
  await card.getByText('2,0').waitFor()
  await card.getByText('3 avaliações').waitFor()
  await ana
    .getByRole('row', { name: /Padaria Estrela/ })
    .getByText('2,0')
    .waitFor()
})

test('the timers close an unanswered ticket and move a waiting one, also at a start, with their texts', async () => {
  await changeConnection({ ...timers, transferQueueId: salesId })
  const [silent, lost] = [await addCustomer('Tais Calada'), await addCustomer('Tais Perdida')]
  await silent.ask('Oi')
  const { id } = (await findTicket(silent.name))!
  await shop.request('PUT', `/tickets/${id}`, { status: 'open' })
  await shop.request('POST', `/messages/${id}`, { body: 'Posso ajudar?' })
  await silent.receive()
  await lost.ask('Oi')
  await ownShop.restart((db) => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    db.query('update tickets set answeredAt = ? where id = ?').run(ago(31), id)
    db.query("update tickets set lastMessageAt = ? where status = 'pending' and queueId is null").run(ago(11))
  })
  expect(await silent.receive()).toEqual(['Encerrado por falta de resposta.'])
  expect(await lost.receive()).toEqual(['Vendas, bom dia.'])
  expect(await findTicket(silent.name, 'open')).toBeUndefined()
  expect(await findTicket(lost.name)).toMatchObject({ queueId: salesId, chatbot: false })
})
const timers = { expiresTicket: 30, expiresInactiveMessage: 'Encerrado por falta de resposta.', timeToTransfer: 10 }

describe('outside of opening hours', () => {
  beforeAll(async () => {
    const path = `/companies/${shop.companyId}/schedules`
    const { schedules } = await shop.request<{ schedules: object[] }>('GET', path)
    const closed = { startTime: '', endTime: '', startTimeB: '', endTimeB: '' }
    await shop.request('PUT', path, { schedules: schedules.map((day) => ({ ...day, ...closed })) })
    await changeConnection({ outOfHoursMessage: 'Voltamos amanhã.' })
    await changeSetting('scheduleType', 'company')
  })

  test('the text is sent once and no menu follows', async () => {
    const vera = await addCustomer('Vera Noite')
    expect(await vera.ask('Oi')).toEqual(['Voltamos amanhã.'])
    await vera.send('1')
    await waitForMessages((await findTicket(vera.name))!, 3)
    expect(await findTicket(vera.name)).toMatchObject({ queueId: null, chatbot: false })
    expect(await vera.all()).toEqual(['Voltamos amanhã.'])
  })

  test('the test panel answers by the form, at the time that is chosen, and stores nothing', async () => {
    await ana.goto(`${shop.url}/connections`)
    await button(ana, 'Editar conexão').first().click()
    await tab(ana, 'Mensagens').click()
    await ana.getByLabel('Mensagem fora do horário').fill('Abrimos às 8h.')
    await tab(ana, 'Testar').click()
    const log = ana.getByRole('log', { name: 'Testar o robô' })
    const chooseClock = async (day: string, time: string) => {
      await ana.getByLabel('Data e hora do teste', { exact: true }).fill(day)
      await ana.getByLabel('Data e hora do teste: Hora').fill(time)
    }
    const write = async (text: string) => {
      await ana.getByLabel('Mensagem do cliente').fill(text)
      await ana.getByLabel('Mensagem do cliente').press('Enter')
    }
    await chooseClock('22/11/2026', '23:00')
    await write('Oi')
    await log.getByText('Abrimos às 8h.').waitFor()
    await log.getByText('Fora do horário.', { exact: true }).waitFor()
    await write('Alguém?')
    await log.getByText('Fora do horário; sem texto, ou ele já foi enviado há menos de 30 minutos.').waitFor()
    await expectAccessible(ana, 'trial')
    await button(ana, 'Recomeçar').click()
    await chooseClock('24/11/2026', '10:00')
    await changeSetting('scheduleType', 'disabled')
    await ana.reload()
    await button(ana, 'Editar conexão').first().click()
    await tab(ana, 'Testar').click()
    for (const text of ['Oi', '1', '1', '2']) await write(text)
    await log.getByText('Um técnico vai ligar.').waitFor()
    await log.getByText('Fim das opções: as pessoas atendem.').waitFor()
    const { contacts } = await shop.request<{ contacts: object[] }>('GET', '/contacts?searchParam=Maria')
    expect(contacts).toEqual([])
    const { whatsapps } = await shop.request<{ whatsapps: { outOfHoursMessage: string }[] }>('GET', '/whatsapp')
    expect(whatsapps[0]?.outOfHoursMessage).toBe('Voltamos amanhã.')
  })
})
