import './browser'
import { beforeAll, expect, test } from 'bun:test'
import i18n from 'i18next'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Message } from '../../src/features/messages/model'
import { en } from '../../ui/i18n/en'
import { es } from '../../ui/i18n/es'
import { pt } from '../../ui/i18n/pt'
import { loadInside, startTexts } from '../../ui/lib/texts'
import { CallLine, UnsupportedCard } from '../../ui/pages/tickets/bubble/cards'
import { message } from './tickets-fixtures'

beforeAll(startTexts)

/** What a person reads of a message in each language. */
async function read(Card: FunctionComponent<{ message: Message }>, changes: Partial<Message>) {
  const said: string[] = []
  for (const name of ['en', 'es', 'pt'] as const) {
    await loadInside(name)
    await i18n.changeLanguage(name)
    const html = renderToStaticMarkup(createElement(Card, { message: message(changes) }))
    said.push(
      html
        .replace(/<svg.*?<\/svg>/g, '')
        .replace(/(<[^>]*>)+/g, '\n')
        .trim(),
    )
  }
  return said
}

test.each([
  ['voice', ['Missed voice call at 09:30', 'Llamada perdida a las 09:30', 'Chamada de voz perdida às 09:30']],
  ['video', ['Missed video call at 09:30', 'Videollamada perdida a las 09:30', 'Chamada de vídeo perdida às 09:30']],
])('a %s call is told in the words of the reader, whatever its row says', async (kind, expected) => {
  const call = { mediaType: 'call_log', detail: { kind }, createdAt: '2026-11-20T12:30:00.000Z' } as const
  for (const body of ['', kind]) expect(await read(CallLine, { ...call, body })).toEqual(expected)
})

test('a poll that cannot be shown keeps its title', async () => {
  const poll = { mediaType: 'unsupported', body: 'Qual dia?', detail: { kind: 'pollCreationMessage' } } as const
  expect(await read(UnsupportedCard, poll)).toEqual(
    [en, es, pt].map(({ tickets }) => `Qual dia?\n${tickets.unsupportedText}`),
  )
})
