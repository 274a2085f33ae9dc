import { describe, expect, test } from 'bun:test'
import { announceEvent } from '../../../src/features/inbox/messages/receive/announce'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { sendMessage } from '../../../src/features/inbox/messages/send/send'
import { createTicket } from '../../../src/features/inbox/tickets/create'
import { listHistory } from '../../../src/features/inbox/tickets/history/history'
import {
  acceptTicket,
  changeTicket,
  closeTicket,
  reopenTicket,
  returnTicket,
} from '../../../src/features/inbox/tickets/state/change'
import type { Inbound } from '../../../src/whatsapp/received'
import { textMessage } from '../../inbound-events'
import { createInstallation, people } from '../../installation'

const bob = people.bob.id
const sara = people.sara.id

describe('attendance rows', () => {
  async function desk() {
    const installation = await createInstallation()
    const connection = await installation.insertConnection('acme', { queueIds: [1] })
    const hear = (...inbound: Inbound[]) =>
      receiveBatch(
        installation.systemScope(),
        { companyId: installation.acme.companyId, whatsappId: connection.id },
        inbound,
      )
    const rows = () => installation.acme.select('attendances').selectAll().orderBy('id').execute()
    const say = (id: number) => sendMessage(installation.scopeOf('bob'), id, { body: 'Olá', quotedId: null, files: [] })
    return { ...installation, connection, hear, rows, say }
  }

  test('one row covers a ticket from its first wait to its close, across several users', async () => {
    const { scopeOf, hear, rows, say, acme } = await desk()
    await hear(textMessage())
    const [begun] = await rows()
    expect(begun).toMatchObject({ startedAt: null, firstResponseAt: null, finishedAt: null, userId: null, queueId: 1 })
    expect(begun?.queuedAt).toBeString()
    const id = begun?.ticketId as number
    await acceptTicket(scopeOf('bob'), id)
    const [accepted] = await rows()
    await say(id)
    const [answered] = await rows()
    await say(id)
    await returnTicket(scopeOf('bob'), id)
    await changeTicket(scopeOf('sara'), id, { userId: sara, queueId: 2 }).catch(() => undefined)
    await acceptTicket(scopeOf('sara'), id)
    await closeTicket(scopeOf('sara'), id)
    const [done, ...others] = await rows()
    expect(others).toEqual([])
    expect(accepted).toMatchObject({ userId: bob, firstResponseAt: null })
    expect(done).toMatchObject({
      queuedAt: begun?.queuedAt as string,
      startedAt: accepted?.startedAt as string,
      firstResponseAt: answered?.firstResponseAt as string,
      userId: sara,
      reason: 'agent',
    })
    expect(done?.finishedAt).toBeString()
    expect(await acme.select('attendances').select('id').where('firstResponseAt', 'is', null).execute()).toEqual([])
  })

  test('a ticket reopened by an agent or by the customer gets a new row', async () => {
    const { scopeOf, hear, rows } = await desk()
    await hear(textMessage())
    const id = (await rows())[0]?.ticketId as number
    await closeTicket(scopeOf('bob'), id)
    await reopenTicket(scopeOf('bob'), id)
    await closeTicket(scopeOf('bob'), id)
    await hear(textMessage({ body: 'Mais uma coisa' }))
    expect(await rows()).toMatchObject([
      { ticketId: id, startedAt: null, reason: 'agent' },
      { ticketId: id, queuedAt: null, userId: bob, reason: 'agent' },
      { ticketId: id, startedAt: null, finishedAt: null, reason: null },
    ])
  })

  test('a ticket created by an agent has no waiting time; an older ticket without a row gets one at its next change', async () => {
    const { scopeOf, insertContact, rows, insertTicket } = await desk()
    const { id: contactId } = await insertContact()
    const mine = await createTicket(scopeOf('bob'), { contactId, queueId: 1 })
    const old = await insertTicket({ queueId: 1, status: 'open', userId: bob })
    await returnTicket(scopeOf('bob'), old.id)
    const [one, two] = await rows()
    expect(one).toMatchObject({ ticketId: mine.id, queuedAt: null, userId: bob, queueId: 1 })
    expect(two).toMatchObject({ ticketId: old.id, startedAt: null })
  })
})

describe('listHistory', () => {
  test('returns actor, users and queues of each change, oldest first, to viewers of the ticket only', async () => {
    const { scopeOf, insertTicket } = await createInstallation()
    const { id } = await insertTicket({ queueId: 1 })
    await acceptTicket(scopeOf('bob'), id)
    await changeTicket(scopeOf('bob'), id, { queueId: 2, userId: people.ana.id })
    expect((await listHistory(scopeOf('ana'), id)).events).toMatchObject([
      { kind: 'accepted', actor: { name: 'Bob' }, fromUser: null, toUser: { id: bob, name: 'Bob' } },
      { kind: 'transferred', fromQueue: { name: 'Suporte' }, toQueue: { name: 'Vendas' }, toUser: { name: 'Ana' } },
    ])
    await expect(listHistory(scopeOf('bob'), id)).rejects.toThrow('ERR_NO_PERMISSION')
    await expect(listHistory(scopeOf('rui'), id)).rejects.toThrow('ERR_NO_TICKET_FOUND')
  })
})

describe('automatic texts to the customer', () => {
  const on = (key: string, value = 'enabled') => ({ key, value })
  async function told(settings: { key: string; value: string }[], values: object = {}) {
    const installation = await createInstallation()
    const { id: contactId } = await installation.insertContact('acme', { name: 'Maria Souza' })
    const made = await installation.insertTicket({ queueId: 1, contactId, ...values })
    if (settings.length > 0) await installation.acme.transaction((tx) => tx.insert('settings', settings).execute())
    const bodies = async () => {
      await installation.jobs.settle()
      const rows = await installation.acme.select('messages').select(['body', 'origin']).orderBy('id').execute()
      expect(rows.every(({ origin }) => origin === 'system')).toBe(true)
      return rows.map(({ body }) => body)
    }
    return { ...installation, id: made.id, bodies }
  }

  test('are not sent without the setting', async () => {
    const { scopeOf, id, bodies } = await told([])
    await acceptTicket(scopeOf('bob'), id)
    await changeTicket(scopeOf('bob'), id, { queueId: 2 })
    expect(await bodies()).toEqual([])
  })

  test('name the agent who accepted, once, also when the job runs twice', async () => {
    const { scopeOf, systemScope, id, bodies, acme } = await told([on('sendGreetingAccepted')])
    await acceptTicket(scopeOf('bob'), id)
    expect(await bodies()).toEqual([expect.stringContaining('*Maria Souza*! Meu nome é *Bob*')])
    const { id: eventId } = await acme.select('ticket_events').select('id').executeTakeFirstOrThrow()
    await announceEvent.run(systemScope(), { eventId }, { number: 2, last: false })
    expect(await bodies()).toHaveLength(1)
  })

  test.each([
    ['en', /^\*Automatic message:\*\n(Good \w+), \*Maria Souza\*! My name is \*Bob\*/],
    ['es', /^\*Mensaje automático:\*\n¡(Buen\p{L}+ \p{L}+), \*Maria Souza\*! Mi nombre es \*Bob\*/u],
  ] as const)('use the language of the company: %s', async (language, words) => {
    const { scopeOf, id, bodies, platform } = await told([on('sendGreetingAccepted')])
    await platform.transaction(({ db }) => db.updateTable('companies').set({ language }).execute())
    await acceptTicket(scopeOf('bob'), id)
    expect(await bodies()).toEqual([expect.stringMatching(words)])
  })

  test("use the company's own text; variables inside a user's name are not replaced", async () => {
    const words = on('acceptedMessage', '{{firstName}}, aqui é {{ user }} de {{queue}}. {{protocol}}')
    const { scopeOf, id, bodies, acme } = await told([on('sendGreetingAccepted'), words])
    await acme.transaction((tx) => tx.update('users').set({ name: '{{firstName}}' }).where('id', '=', bob).execute())
    await acceptTicket(scopeOf('bob'), id)
    expect(await bodies()).toEqual([expect.stringMatching(/^Maria, aqui é \{\{firstName\}\} de Suporte\. \d{8,}$/)])
  })

  test.each([
    [{ queueId: 2 }, 'para o setor *Vendas*. '],
    [{ userId: sara }, 'para *Sara*'],
    [{ userId: people.ana.id, queueId: 2 }, 'setor *Vendas* e segue com *Ana*'],
  ])('name the target of a transfer: %j', async (patch, words) => {
    const { scopeOf, id, bodies } = await told([on('sendMsgTransfTicket')], { status: 'open', userId: bob })
    await changeTicket(scopeOf('bob'), id, patch)
    expect(await bodies()).toEqual([expect.stringContaining(words)])
  })

  test('are not sent for a change of connection, after the close, or to a contact with disableBot', async () => {
    const settings = [on('sendMsgTransfTicket'), on('sendGreetingAccepted')]
    const one = await told(settings, { status: 'open', userId: bob })
    await changeTicket(one.scopeOf('bob'), one.id, { whatsappId: (await one.insertConnection()).id })
    expect(await one.bodies()).toEqual([])
    const two = await told(settings)
    await acceptTicket(two.scopeOf('bob'), two.id)
    await closeTicket(two.scopeOf('bob'), two.id)
    expect(await two.bodies()).toEqual([])
    const three = await told(settings)
    await three.acme.transaction((tx) => tx.update('contacts').set({ disableBot: 1 }).execute())
    await acceptTicket(three.scopeOf('bob'), three.id)
    expect(await three.bodies()).toEqual([])
  })
})
