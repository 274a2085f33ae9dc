import '../browser'
import { beforeAll, expect, test } from 'bun:test'
import i18n from 'i18next'
import { eventTexts } from '../../../ui/delivery-log/event-texts'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'

beforeAll(async () => {
  await startTexts()
  await loadAllTexts('pt')
})

test.each([
  [['message.*'], ['Mensagens: todos os eventos']],
  [['ticket.reopened', 'ticket.closed'], ['Atendimentos: encerramento, reabertura']],
  [
    ['contact.deleted', 'connection.*', 'message.created'],
    ['Mensagens: criação', 'Contatos: exclusão', 'Conexões: todos os eventos'],
  ],
  [[], []],
])('the subscription %j is shown in words, one text per group', (names, texts) => {
  expect(eventTexts(i18n.t, names)).toEqual(texts)
})
