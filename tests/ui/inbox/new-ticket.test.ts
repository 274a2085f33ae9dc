import '../browser'
import { beforeEach, expect, test } from 'bun:test'
import { session } from '../../../ui/lib/session'
import { createNewTicketForm, openNewTicket } from '../../../ui/pages/inbox/tickets/new-ticket/new-ticket-form'
import { ana, json, serve } from '../browser'

const queues = [
  { id: 4, name: 'Vendas' },
  { id: 5, name: 'Suporte' },
]
const queueOf = () => createNewTicketForm(null).values().queueId
beforeEach(() => {
  localStorage.clear()
  session.value = { kind: 'in', me: { ...ana, profile: 'user', queues } as never }
})

test('a new ticket starts with the only queue of the user, or with the queue of the last one', async () => {
  expect(queueOf()).toBe('')
  serve(() => json({ error: 'ERR_OTHER_OPEN_TICKET' }, 409))
  const refused = createNewTicketForm({ id: 1, name: 'Rosa', number: '5511900000001' } as never)
  refused.field('queueId').value.value = '5'
  await openNewTicket(refused).catch(() => undefined)
  expect(queueOf()).toBe('')

  serve(() => json({ id: 9, uuid: 'u9', status: 'open', queueId: 5, contact: {}, tags: [] }))
  const form = createNewTicketForm({ id: 1, name: 'Rosa', number: '5511900000001' } as never)
  form.field('queueId').value.value = '5'
  await openNewTicket(form).catch(() => undefined)
  expect(queueOf()).toBe('5')
  session.value = { kind: 'in', me: { ...ana, profile: 'user', queues: [queues[0]] } as never }
  expect(queueOf()).toBe('4')
})

test('the number of a new contact is sent as typed, because + marks another country', async () => {
  const form = createNewTicketForm(null)
  form.isNew.value = true
  form.field('name').value.value = 'Iker'
  form.field('number').value.value = '+34 912 345 678'
  const calls = serve(() => json({ error: 'ERR_WAPP_INVALID_CONTACT' }, 400))
  await openNewTicket(form).catch(() => undefined)
  expect(JSON.parse(calls.find(({ path }) => path === '/api/contacts')?.body ?? '{}')).toEqual({
    name: 'Iker',
    number: '+34 912 345 678',
  })
})
