import { describe, expect, setSystemTime, test } from 'bun:test'
import { Platform } from '../../../src/core/scope'
import { releaseTurns } from '../../../src/features/automation/bot/release-turns'
import { runBotTurn } from '../../../src/features/automation/bot/turns/run'
import { acceptTicket, closeTicket, returnTicket } from '../../../src/features/inbox/tickets/state/change'
import { backlogEvents } from '../../../src/whatsapp/backlog'
import { createHost } from '../../../src/whatsapp-host'
import { createBotCompany } from '../../bot-company'

const menu = 'Olá! Escolha o setor:\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas'
const again = 'Opção inválida, por favor, escolha uma opção válida.\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas'
const twoQueues = {
  queueIds: [1, 2],
  connection: { greetingMessage: 'Olá! Escolha o setor:' },
  greetings: { 1: 'Suporte, boa tarde.', 2: 'Vendas, boa tarde.' },
}
const tree = {
  ...twoQueues,
  options: {
    1: [
      {
        option: '1',
        title: 'Internet',
        message: 'Qual é o problema?',
        options: [
          { option: '1', title: 'Lenta', message: 'Já verificamos a velocidade.' },
          { option: '2', title: 'Caiu', message: 'Um técnico vai ligar.' },
        ],
      },
      { option: '2', title: 'Boleto', message: 'Vou passar para vendas.', nextQueueId: 2 },
    ],
  },
}
const root = 'Suporte, boa tarde.\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Boleto\n\n*[ # ]* - Menu inicial'

describe('a connection with several queues', () => {
  test('sends the menu to a new customer, and the chosen queue greets', async () => {
    const { write, ticketOf, attendanceOf } = await createBotCompany(twoQueues)
    expect(await write('Oi')).toEqual([menu])
    expect(await ticketOf()).toMatchObject({ status: 'pending', queueId: null, chatbot: 1, unreadMessages: 1 })
    expect(await write('2')).toEqual(['Vendas, boa tarde.'])
    expect(await ticketOf()).toMatchObject({ status: 'pending', queueId: 2, chatbot: 0, unreadMessages: 2 })
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'queue', menusSent: 1 })
    expect(await write('Tem bolo?')).toEqual([])
  })

  test('marks each automatic message with its part of the robot and the name that spoke', async () => {
    const { write, acme } = await createBotCompany(twoQueues)
    await write('Oi')
    await write('1')
    const rows = await acme
      .select('messages')
      .select(['origin', 'senderName', 'detail'])
      .where('fromMe', '=', 1)
      .execute()
    expect(rows.map(({ origin, detail }) => [origin, JSON.parse(detail ?? '{}').bot])).toEqual([
      ['bot', 'queueMenu'],
      ['bot', 'greeting'],
    ])
    expect(rows[1]!.senderName).toBe('Suporte')
  })

  test('sends the menu again after invalid answers, then leaves the ticket to people', async () => {
    const { write, ticketOf, attendanceOf } = await createBotCompany(twoQueues)
    expect(await write('Oi')).toEqual([menu])
    expect(await write('nove')).toEqual([again])
    expect(await write('9')).toEqual([again])
    expect(await write('?')).toEqual([])
    expect(await ticketOf()).toMatchObject({ status: 'pending', queueId: null, chatbot: 0 })
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'menus', menusSent: 3 })
    expect(await write('1')).toEqual([])
  })

  test('sends the company’s own text about an invalid answer', async () => {
    const settings = { invalidOptionMessage: 'Não entendi, {{name}}. Escolha um número:' }
    const { write } = await createBotCompany({ ...twoQueues, settings })
    await write('Oi')
    expect(await write('nove')).toEqual([
      'Não entendi, Maria. Escolha um número:\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas',
    ])
  })

  test('answers a burst of messages once', async () => {
    const { writeAll } = await createBotCompany(twoQueues)
    expect(await writeAll(['Oi', 'Tudo bem?', 'Alô'])).toEqual([menu])
  })

  test('answers the messages of several batches once, after the number has caught up', async () => {
    const { writeAll, whatsapp, whatsappId, jobs, sentTo, number, acme, systemScope } =
      await createBotCompany(twoQueues)
    const host = createHost(() => systemScope())
    whatsapp.behind.add(whatsappId)
    expect(await writeAll(['Oi'])).toEqual([])
    expect(await writeAll(['Tudo bem?', 'Alô'])).toEqual([])
    expect(await acme.select('jobs').select('state').where('name', '=', 'bot.turn').execute()).toEqual([
      { state: 'waiting' },
    ])
    whatsapp.behind.delete(whatsappId)
    await host.onCaughtUp({ companyId: acme.companyId, whatsappId })
    await jobs.settle()
    expect(await sentTo(number)).toEqual([menu])
    expect(await writeAll(['1'])).not.toEqual([])
  })

  test('answers by the scheduled task when the number is no longer behind and nothing reported it', async () => {
    const { writeAll, whatsapp, whatsappId, jobs, sentTo, number, ports } = await createBotCompany(twoQueues)
    const platform = new Platform(ports)
    whatsapp.behind.add(whatsappId)
    await writeAll(['Oi'])
    await releaseTurns(platform, await jobs.awaited(backlogEvents))
    await jobs.settle()
    expect(await sentTo(number)).toEqual([])
    whatsapp.behind.delete(whatsappId)
    await releaseTurns(platform, await jobs.awaited(backlogEvents))
    await jobs.settle()
    expect(await sentTo(number)).toEqual([menu])
  })

  test('is silent for timeUseBotQueues minutes after a menu, but a valid answer counts', async () => {
    const { write, ticketOf } = await createBotCompany({
      ...twoQueues,
      connection: { ...twoQueues.connection, timeUseBotQueues: 10 },
    })
    expect(await write('Oi')).toEqual([menu])
    expect(await write('quero bolo')).toEqual([])
    expect(await write('1️⃣')).toEqual(['Suporte, boa tarde.'])
    expect((await ticketOf()).queueId).toBe(1)
  })
})

describe('a queue with a tree of options', () => {
  test('leads the customer to a leaf, where people answer', async () => {
    const { write, ticketOf, attendanceOf } = await createBotCompany(tree)
    await write('Oi')
    expect(await write('suporte')).toEqual([root])
    expect(await ticketOf()).toMatchObject({ queueId: 1, chatbot: 1 })
    expect(await write('1.')).toEqual([
      'Qual é o problema?\n\n*[ 1 ]* - Lenta\n*[ 2 ]* - Caiu\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial',
    ])
    expect(await write('0')).toEqual([root])
    await write('INTERNET')
    expect(await write('2 -')).toEqual(['Um técnico vai ligar.'])
    expect(await ticketOf()).toMatchObject({ status: 'pending', queueId: 1, chatbot: 0 })
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'leaf' })
    expect(await write('obrigada')).toEqual([])
  })

  test('goes on to the next queue of an option', async () => {
    const { write, ticketOf } = await createBotCompany(tree)
    await write('Oi')
    await write('1')
    expect(await write('boleto')).toEqual(['Vou passar para vendas.', 'Vendas, boa tarde.'])
    expect(await ticketOf()).toMatchObject({ queueId: 2, chatbot: 0 })
  })

  test('answers # with the queue menu, and with its first menu when there is one queue', async () => {
    const several = await createBotCompany(tree)
    await several.write('Oi')
    await several.write('1')
    expect(await several.write('#')).toEqual([menu])
    expect(await several.ticketOf()).toMatchObject({ queueId: null, chatbot: 1 })
    const single = await createBotCompany({ ...tree, queueIds: [1] })
    expect(await single.write('Oi')).toEqual([root])
    await single.write('1')
    expect(await single.write('#')).toEqual([root])
  })

  test('leaves the ticket to people after three invalid answers to one menu', async () => {
    const { write, attendanceOf, ticketOf } = await createBotCompany({ ...tree, queueIds: [1] })
    await write('Oi')
    expect(await write('x')).toHaveLength(1)
    expect(await write('y')).toHaveLength(1)
    expect(await write('z')).toEqual([])
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'invalid' })
    expect(await ticketOf()).toMatchObject({ status: 'pending', queueId: 1, chatbot: 0 })
  })

  test('shows the first menu when the customer’s option was deleted', async () => {
    const { write, acme } = await createBotCompany({ ...tree, queueIds: [1] })
    await write('Oi')
    await write('1')
    await acme.transaction((tx) => tx.delete('queue_options').where('title', '=', 'Internet').execute())
    expect(await write('1')).toEqual(['Suporte, boa tarde.\n\n*[ 2 ]* - Boleto\n\n*[ # ]* - Menu inicial'])
  })
})

describe('a connection with one queue', () => {
  test('sends its greeting only with sendGreetingMessageOneQueues, before the queue’s', async () => {
    const given = { ...twoQueues, queueIds: [1] }
    const quiet = await createBotCompany(given)
    expect(await quiet.write('Oi')).toEqual(['Suporte, boa tarde.'])
    const greets = await createBotCompany({ ...given, settings: { sendGreetingMessageOneQueues: 'enabled' } })
    expect(await greets.write('Oi')).toEqual(['Olá! Escolha o setor:', 'Suporte, boa tarde.'])
  })
})

test('a connection without queues greets a new ticket once, and none that is reopened', async () => {
  const { write, ticketOf, scopeOf } = await createBotCompany({
    connection: { greetingMessage: 'Bem-vindo, {{name}}!' },
  })
  expect(await write('Oi')).toEqual(['Bem-vindo, Maria!'])
  expect(await write('Tem bolo?')).toEqual([])
  const { id } = await ticketOf()
  await closeTicket(scopeOf('ana'), id)
  expect(await write('E agora?')).toEqual([])
  expect((await ticketOf()).id).toBe(id)
})

describe('the robot is silent', () => {
  test('once an agent has accepted, also after the ticket was returned', async () => {
    const { write, ticketOf, scopeOf } = await createBotCompany(twoQueues)
    await write('Oi')
    const { id } = await ticketOf()
    await acceptTicket(scopeOf('ana'), id)
    expect(await ticketOf()).toMatchObject({ chatbot: 0 })
    expect(await write('1')).toEqual([])
    await returnTicket(scopeOf('ana'), id)
    expect(await write('1')).toEqual([])
    expect((await ticketOf()).queueId).toBeNull()
  })

  test('once an agent has accepted in the middle of a menu, which ends the robot’s time', async () => {
    const { write, ticketOf, attendanceOf, scopeOf } = await createBotCompany(tree)
    await write('Oi')
    await write('1')
    await acceptTicket(scopeOf('ana'), (await ticketOf()).id)
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: null, botEndedAt: expect.any(String) })
    const silent = await createBotCompany({})
    await silent.write('Oi')
    await acceptTicket(silent.scopeOf('ana'), (await silent.ticketOf()).id)
    expect(await silent.attendanceOf()).toMatchObject({ botStage: 'done', botEndedAt: null })
  })

  test('for a contact with the robot blocked, for an old message and with an expired licence', async () => {
    const blocked = await createBotCompany(twoQueues)
    await blocked.write('Oi')
    await blocked.acme.transaction((tx) => tx.update('contacts').set({ disableBot: 1 }).execute())
    expect(await blocked.write('1')).toEqual([])
    expect(await blocked.ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
    expect(await blocked.attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'nothing' })
    const old = await createBotCompany(twoQueues)
    expect(await old.write('Oi', { at: new Date(Date.now() - 6 * 60_000) })).toEqual([])
    const expired = await createBotCompany(twoQueues)
    await expired.store.write(({ kysely }) => kysely.updateTable('companies').set({ dueDate: '2020-01-01' }).execute())
    expect(await expired.write('Oi')).toEqual([])
    const reasons = await expired.acme.select('bot_decisions').select(['handler', 'reason']).execute()
    expect(reasons).toEqual([{ handler: null, reason: 'companyInactive' }])
  })
})

test('a turn that runs twice answers once', async () => {
  const { write, systemScope, acme, jobs, sentTo, number } = await createBotCompany(twoQueues)
  await write('Oi')
  const message = await acme.select('messages').select(['id', 'ticketId']).executeTakeFirstOrThrow()
  await runBotTurn.run(systemScope(), { ticketId: message.ticketId, messageId: message.id }, { number: 2, last: false })
  await jobs.settle()
  expect(await sentTo(number)).toEqual([])
})

describe('outside of opening hours', () => {
  const closed = {
    ...twoQueues,
    connection: { ...twoQueues.connection, outOfHoursMessage: 'Estamos fechados, {{name}}.' },
    settings: { scheduleType: 'company' },
  }
  // Sunday, 23:00 in São Paulo.
  const sunday = new Date('2026-03-02T02:00:00.000Z')
  const at = (minutes: number) => {
    const time = new Date(sunday.getTime() + minutes * 60_000)
    setSystemTime(time)
    return { at: time }
  }

  test('the text is sent once in 30 minutes and nothing else answers; the menu comes when it opens', async () => {
    try {
      setSystemTime(sunday)
      const { write } = await createBotCompany(closed)
      expect(await write('Oi', at(0))).toEqual(['Estamos fechados, Maria.'])
      expect(await write('1', at(1))).toEqual([])
      expect(await write('Alguém?', at(31))).toEqual(['Estamos fechados, Maria.'])
      expect(await write('Bom dia', at(9 * 60))).toEqual([menu])
    } finally {
      setSystemTime()
    }
  })

  test('a chosen queue that is closed sends its text and keeps the ticket', async () => {
    try {
      setSystemTime(sunday)
      const { write, ticketOf, acme } = await createBotCompany({ ...tree, settings: { scheduleType: 'queue' } })
      await acme.transaction((tx) => tx.update('queues').set({ outOfHoursMessage: 'Suporte só amanhã.' }).execute())
      expect(await write('Oi', at(0))).toEqual([menu])
      expect(await write('1', at(1))).toEqual(['Suporte só amanhã.'])
      expect(await ticketOf()).toMatchObject({ queueId: 1, chatbot: 0 })
      expect(await write('Bom dia', at(9 * 60))).toEqual([root])
    } finally {
      setSystemTime()
    }
  })
})

describe('a conversation that looks like two robots', () => {
  test('ends when the customer repeats one text four times, with an event in the ticket', async () => {
    const { write, attendanceOf, ticketOf, acme, scopeOf } = await createBotCompany({
      ...twoQueues,
      connection: { ...twoQueues.connection, maxUseBotQueues: 0 },
    })
    const text = 'Obrigado pelo contato! Responderemos em breve.'
    for (let n = 0; n < 3; n++) expect(await write(text)).toHaveLength(1)
    expect(await write(text)).toEqual([])
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'loop' })
    expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
    const kinds = await acme.select('ticket_events').select('kind').execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['created', 'botStopped'])
    expect(await write('1')).toEqual([])
    const { id, botLoop } = await ticketOf()
    expect(botLoop).toBe(1)
    await acceptTicket(scopeOf('ana'), id)
    await returnTicket(scopeOf('ana'), id)
    expect((await ticketOf()).botLoop).toBe(0)
  })

  test('ends after more than 15 automatic messages in five minutes', async () => {
    const { write, attendanceOf } = await createBotCompany({
      ...twoQueues,
      connection: { ...twoQueues.connection, maxUseBotQueues: 0 },
    })
    for (let n = 0; n < 16; n++) expect(await write(`texto ${n}`)).toHaveLength(1)
    expect(await write('mais um')).toEqual([])
    expect((await attendanceOf()).botEnd).toBe('loop')
  })

  test('does not end when a customer chooses the same number at each level', async () => {
    const { write, attendanceOf } = await createBotCompany({ ...tree, queueIds: [1] })
    for (const body of ['Oi', '1', '#', '1', '#', '1', '#']) expect(await write(body)).toHaveLength(1)
    expect((await attendanceOf()).botStage).toBe('options')
  })
})
