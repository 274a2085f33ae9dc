import type { Database } from 'bun:sqlite'
import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { campaignDefaults } from '../../../src/shared/campaign/settings'
import { variantIndex } from '../../../src/shared/campaign/variants'
import { expectAccessible } from '../../expect-accessible'
import { png } from '../../sample-files'
import { sheetXml, workbook } from '../../workbook'
import { until } from '../harness'
import { button, signIn } from '../screen'
import { nextNumber, writeDatabase } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** One campaign from the spreadsheet to the report, with a moved clock, a refusal, an answer, an opt-out, a follow-up. */

interface Person {
  name: string
  number: string
}
const texts = ['Oi {nome}!', 'Olá, {primeiroNome}.', 'Bom dia, {nome}!', '{primeiroNome}, tudo bem?', 'Ei, {nome}!']
const hour = 3_600_000
const people: Person[] = []
let campaignId: number
let ana: Page

setUpShop()
beforeAll(async () => {
  // Two minutes after each person, so that the campaign is stopped between two people and not between one's messages.
  await setPace({ longerIntervalAfter: 1, greaterInterval: 120 })
  for (const name of ['Maria Souza', 'João Lima', 'Rita Alves', 'Bruno Dias', 'Zeca Melo']) {
    const hidden = name.startsWith('Bruno') ? ({ addressing: 'lid', hideNumber: true } as const) : {}
    const { number } = await harness.control.addCustomer({ number: nextNumber(), name, readsAtOnce: true, ...hidden })
    people.push({ name, number })
  }
  await harness.control.block({ from: zeca().number, to: shop.owner })
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

/** Sends at any hour without a limit, one person after the other, with these pauses. */
function setPace(pauses: { longerIntervalAfter: number; greaterInterval?: number }) {
  const anyHour = { windowStart: '00:00', windowEnd: '00:00', windowDays: [0, 1, 2, 3, 4, 5, 6] }
  const fast = { messageInterval: 0, hourlyCap: 0, dailyCap: 0, warmUp: false }
  return shop.request('POST', '/campaign-settings', {
    settings: { ...campaignDefaults, ...anyHour, ...fast, ...pauses },
  })
}

const [maria, joao, bruno, zeca] = [0, 1, 3, 4].map((at) => () => people[at] as Person) as [
  () => Person,
  () => Person,
  () => Person,
  () => Person,
]
const dialog = () => ana.getByRole('dialog').first()
const row = () => ana.getByRole('row', { name: /Pães da semana/ })
const received = async ({ number }: Person) =>
  (await harness.control.inbox({ phone: number })).map(({ text, media }) => text || media?.fileName || '')
const countReached = async () =>
  (await Promise.all(people.map(received))).filter((messages) => messages.includes('Veja o cardápio')).length
const status = async () => (await shop.request<{ status: string }>('GET', `/campaigns/${campaignId}`)).status
const countSent = async () => (await shop.request<{ sent: number }>('GET', `/campaigns/${campaignId}/progress`)).sent
const waits = async () =>
  (
    await shop.request<{ recipients: { wait: { reason: string } | null }[] }>(
      'GET',
      `/campaigns/${campaignId}/recipients?state=pending`,
    )
  ).recipients.map(({ wait }) => wait?.reason)
/** Adds to an error how far each person is, which the time alone does not tell. */
async function withState(error: Error): Promise<never> {
  const [progress, recipients] = await Promise.all(
    ['progress', 'recipients'].map((part) => shop.request('GET', `/campaigns/${campaignId}/${part}`)),
  )
  throw new Error(`${error.message} ${JSON.stringify({ progress, recipients, reached: await countReached() })}`)
}
const countAnswered = async () =>
  (await shop.request<{ count: number }>('GET', `/campaigns/${campaignId}/recipients?only=answered`)).count

/** Text of a person's variant, filled. */
function textOf({ name, number }: Person): string {
  const text = texts[variantIndex(campaignId, number, texts.length)] as string
  return text.replace('{nome}', name).replace('{primeiroNome}', name.split(' ')[0] as string)
}

const times = {
  campaigns: ['scheduledAt'],
  campaign_recipients: ['dueAt', 'sentAt'],
  cold_lanes: ['nextSendAt', 'backOffUntil'],
  number_points: ['refusedAt'],
  jobs: ['runAt'],
  ready_groups: ['readyAt'],
}

/**
 * Moves every time of campaigns back, as if `ms` had passed, at a moment without a running campaign job: one that has
 * read the earlier times would sleep until a time of theirs.
 */
const passTime = (ms: number) => until('a moment without a running job', () => movedBack(ms))

async function movedBack(ms: number): Promise<boolean> {
  const move = (db: Database) => {
    const running = db.query("select id from jobs where name like 'campaign.%' and lockedAt is not null")
    if (running.get() !== null) return false
    for (const [table, names] of Object.entries(times))
      for (const column of names)
        db.run(`update ${table} set ${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${ms / 1000} seconds')
          where ${column} is not null ${/jobs|ready/.test(table) ? "and name like 'campaign.%'" : ''}`)
    return true
  }
  let isMoved = false
  writeDatabase(shop.serving.dataDir, (db) => {
    isMoved = move(db)
  })
  return isMoved
}

test('a spreadsheet with unknown headings becomes a list whose numbers WhatsApp confirms', async () => {
  const rows = [['Quem', 'Onde ligar'], ...people.map(({ name, number }) => [name, number])]
  rows.push(['Fora do WhatsApp', nextNumber()], ['Maria de novo', maria().number], ['Sem número', 'abc'])
  await ana.goto(`${shop.url}/contact-lists`)
  await button(ana, 'Nova lista').first().click()
  await dialog().getByLabel('Nome').fill('Clientes da padaria')
  await button(dialog(), 'Salvar').click()
  await ana.getByRole('link', { name: 'Clientes da padaria' }).click()
  await button(ana, 'Importar contatos').click()
  const file = { name: 'clientes.xlsx', mimeType: '', buffer: Buffer.from(workbook(sheetXml(rows))) }
  await dialog().locator('input[type=file]').setInputFiles(file)
  await dialog().getByLabel('O que é “Onde ligar”').waitFor()
  expect(await dialog().getByLabel('O que é “Onde ligar”').inputValue()).toBe('number')
  await dialog().getByLabel('O que é “Quem”').selectOption({ label: 'Guardar como campo' })
  await dialog()
    .getByRole('cell', { name: /^Quem: / })
    .first()
    .waitFor()
  await dialog().getByLabel('O que é “Quem”').selectOption({ label: 'Nome' })
  await button(dialog(), 'Importar').click()
  await ana.getByText('6 adicionados · 1 repetido no arquivo · 1 inválido').waitFor()
  await button(ana, 'Verificar números').click()
  await ana.getByText('6 contatos · 5 no WhatsApp · 1 fora do WhatsApp').waitFor()
  await ana.getByRole('img', { name: 'Não está no WhatsApp' }).waitFor()
  await expectAccessible(ana, 'list after an import')
})

test('five texts, a file, a file list and a follow-up wait for their time', async () => {
  await ana.goto(`${shop.url}/files`)
  await button(ana, 'Nova lista').first().click()
  await dialog().getByLabel('Nome', { exact: true }).fill('Cardápio')
  await dialog().getByLabel('Mensagem').fill('Veja o cardápio')
  const picture = { mimeType: 'image/png', buffer: Buffer.from(png()) }
  await button(dialog(), 'Adicionar arquivo').click()
  await dialog().getByLabel('Nome do arquivo 1').fill('Cardápio')
  await dialog()
    .locator('input[type=file]')
    .first()
    .setInputFiles({ ...picture, name: 'cardapio.png' })
  await button(dialog(), 'Salvar').click()
  await dialog().waitFor({ state: 'detached' })
  await ana.waitForFunction(() => !(history.state as { entryId?: string } | null)?.entryId)

  await ana.goto(`${shop.url}/campaigns`)
  await button(ana, 'Nova campanha').first().click()
  await dialog().getByLabel('Nome', { exact: true }).fill('Pães da semana')
  await dialog().getByLabel('Conexão').selectOption(String(shop.whatsappId))
  await dialog().getByLabel('Lista de contatos').selectOption({ label: 'Clientes da padaria (6)' })
  await dialog().getByLabel('Por que estas pessoas').selectOption('customers')
  const tab = (name: string) => dialog().getByRole('tab', { name, exact: true })
  await tab('Mensagens').click()
  for (const [at, text] of texts.entries()) {
    await tab(`Texto ${at + 1}`).click()
    await dialog()
      .getByLabel(`Mensagem ${at + 1}`)
      .fill(text)
  }
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ ...picture, name: 'pao.png' })
  await dialog().getByLabel('Lista de arquivos').selectOption({ label: 'Cardápio' })
  await tab('Sequência').click()
  await dialog().getByLabel('Texto da mensagem seguinte 1').fill('Ainda dá tempo, {primeiroNome}!')
  await dialog().getByLabel('Quanto depois da campanha').selectOption('48')
  await expectAccessible(ana, 'follow-ups of a campaign')
  await tab('Início').click()
  await dialog().getByText('5 pessoas recebem.').waitFor()
  await dialog().getByLabel('Quando começa').selectOption('later')
  await button(dialog(), 'Salvar').click()
  await dialog().waitFor({ state: 'detached' })
  await row().getByText('Programada').waitFor()
  const { records } = await shop.request<{ records: { id: number }[] }>('GET', '/campaigns')
  campaignId = records[0]?.id as number
  expect(await countReached()).toBe(0)
})

test('after its time it starts, is stopped, refused for strangers (463) and for its pace (429), and reaches each person once', async () => {
  await passTime(2 * hour)
  await until('the first person got all messages', async () => (await countReached()) > 0)
  await button(row(), 'Parar Pães da semana').click()
  await button(ana.getByRole('dialog'), 'Parar').click()
  await row().getByText('Parada').waitFor()
  await setPace({ longerIntervalAfter: 0 })
  await passTime(hour / 20)
  await harness.control.fault('ackError', 463, 1, shop.owner)
  const before = await countReached()
  await button(row(), 'Reiniciar Pães da semana').click()
  await row().getByText('O WhatsApp restringiu o número.').waitFor()
  expect(await countReached()).toBe(before)
  await button(ana, /Notificações/).click()
  await ana.getByRole('tab', { name: 'Histórico' }).click()
  await ana.getByText('A campanha Pães da semana parou').waitFor()
  await ana.keyboard.press('Escape')

  await button(row(), 'Reiniciar Pães da semana').click()
  await row()
    .getByText(/Espera: o WhatsApp limita o número, até/)
    .waitFor()
  await harness.control.fault('ackError', 429, 1, shop.owner)
  await passTime(hour)
  await until('the refusal for too many messages', async () => (await waits()).includes('retry'))
  await until('all messages left', async () => {
    // On a busy machine the transport fails as well; each failure in a row makes the pauses of number and person longer.
    await Bun.sleep(500)
    await passTime(hour / 12)
    return (await countSent()) === 5 && (await countReached()) === 4
  }).catch(withState)
  for (const person of people.slice(0, 4))
    expect(await received(person)).toEqual([textOf(person), 'Veja o cardápio', expect.any(String)])
})

test('people who answered or opted out get no follow-up, and the report counts everything', async () => {
  for (const { number } of [maria(), bruno()])
    await harness.control.send({ from: number, to: shop.owner, content: 'Quero dois!' })
  for (const word of ['SAIR!', 'sair'])
    await harness.control.send({ from: joao().number, to: shop.owner, content: word })
  const confirmations = async () => (await received(joao())).filter((text) => text.startsWith('Pronto!')).length
  await until('the confirmation', async () => (await confirmations()) > 0)
  await until('both answers', async () => (await countAnswered()) === 2)
  await ana.goto(`${shop.url}/campaign/${campaignId}/report`)
  await ana.getByText('Espera a hora desta mensagem até').waitFor()
  await expectAccessible(ana, 'report with a follow-up')
  expect(await status()).toBe('EM_ANDAMENTO')

  await passTime(48 * hour)
  await until('the campaign ended', async () => (await status()) === 'FINALIZADA')
  const followed = people.map(async (person) => (await received(person)).some((text) => text.startsWith('Ainda dá')))
  expect(await Promise.all(followed)).toEqual([false, false, true, false, false])
  expect(await confirmations()).toBe(1)
  await ana.getByText('4 de 5 entregues').waitFor()
  const figures = await ana.getByLabel('Números').locator('dt, dd:nth-of-type(1)').allTextContents()
  expect(figures).toEqual([
    ...['Destinatários', '5', 'Enviadas', '5', 'Entregues', '4', 'Lidas', '4', 'Responderam', '2', 'Na fila', '0'],
    ...['Falharam', '0', 'Sem confirmação', '0', 'Não enviadas', '0', 'Pediram para sair', '1'],
  ])
})
