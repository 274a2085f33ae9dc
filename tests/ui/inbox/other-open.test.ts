import '../browser'
import { beforeAll, expect, test } from 'bun:test'
import { AppError } from '../../../src/shared/errors'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import {
  forwardRefusalText,
  otherOpenText,
  otherOpenTicket,
} from '../../../ui/pages/inbox/tickets/actions/other-open-ticket'

/** Existing open ticket as the user reads about it. */

beforeAll(async () => {
  await startTexts()
  await loadAllTexts('pt')
})

const bia = { id: 4, name: 'Bia Torres' }
const bakery = { id: 1, name: 'Padaria' }
const other = (user: typeof bia | null, queue: typeof bakery | null) => {
  const ticket = { id: 9, uuid: 'u9', user, queue, contact: { id: 5, name: 'Lara Pinho' } }
  return otherOpenTicket(new AppError('ERR_OTHER_OPEN_TICKET', { ticket }))!
}

test('the message about an existing ticket names its agent and queue', () => {
  const open = 'Este contato já tem um atendimento em aberto'
  expect(otherOpenText(other(bia, bakery))).toBe(`${open} com Bia Torres. Setor: Padaria.`)
  expect(otherOpenText(other(bia, null))).toBe(`${open} com Bia Torres.`)
  expect(otherOpenText(other(null, bakery))).toBe(`${open}, aguardando na fila. Setor: Padaria.`)
})

test('with several contacts the message names the one that prevented forwarding', () => {
  const none = 'Nada foi enviado a ninguém: desmarque esse contato, ou peça o atendimento.'
  expect(forwardRefusalText(other(bia, bakery))).toBe(
    `Lara Pinho está em atendimento com Bia Torres. Setor: Padaria. ${none}`,
  )
  expect(forwardRefusalText(other(null, bakery))).toBe(
    `Lara Pinho aguarda atendimento em outro setor. Setor: Padaria. ${none}`,
  )
})

test('another error has no existing ticket', () => {
  expect(otherOpenTicket(new AppError('ERR_NO_PERMISSION'))).toBeUndefined()
  expect(otherOpenTicket(new TypeError('no answer'))).toBeUndefined()
})
