import '../browser'
import { afterEach, expect, test } from 'bun:test'
import type { Ticket } from '../../../src/features/inbox/tickets/model'
import { receiveLateEvent } from '../../../ui/lib/notify'
import { notificationHistory } from '../../../ui/lib/notify-history'
import { session } from '../../../ui/lib/session'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { volume } from '../../../ui/lib/volume'
import { ana } from '../browser'

volume.value = 0 // this document has no sound
await startTexts()
await loadAllTexts('pt')
afterEach(() => {
  session.value = { kind: 'out' }
})

test.each([
  ['answer', 'Primeira resposta atrasada'],
  ['resolution', 'Prazo para encerrar vencido'],
] as const)(
  'a missed target of kind %s is notified with the customer, what was missed and the way to it',
  (target, text) => {
    session.value = { kind: 'in', me: ana as never }
    const ticket = { id: 12, uuid: `uuid-${target}`, contact: { name: 'Maria' } } as Ticket
    receiveLateEvent({ action: 'create', target, ticket })
    expect(notificationHistory.peek()[0]).toMatchObject({ title: 'Maria', text, to: `/tickets/uuid-${target}` })
  },
)
