import '../browser'
import { afterEach, beforeAll, expect, test } from 'bun:test'
import { createElement, type FunctionComponent } from 'react'
import { flushSync } from 'react-dom'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Message } from '../../../src/features/inbox/messages/model'
import * as en from '../../../ui/i18n/en/all'
import * as es from '../../../ui/i18n/es/all'
import * as pt from '../../../ui/i18n/pt/all'
import { chooseLanguage } from '../../../ui/lib/language'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { textOf } from '../../../ui/pages/inbox/tickets/actions/message-actions'
import { BodyText } from '../../../ui/pages/inbox/tickets/bubble/body-text'
import { CallLine, UnsupportedCard } from '../../../ui/pages/inbox/tickets/bubble/cards'
import { BrokenMedia, FailedMedia } from '../../../ui/pages/inbox/tickets/bubble/media-state'
import { nextSpeed } from '../../../ui/pages/inbox/tickets/bubble/player'
import { chooseUrl } from '../../../ui/pages/inbox/tickets/bubble/use-media-url'
import { VoiceNote } from '../../../ui/pages/inbox/tickets/bubble/voice-note'
import { render, unmount } from '../rendered'
import { message } from './tickets-fixtures'

beforeAll(startTexts)
afterEach(() => chooseLanguage('pt'))

/** Rendered text of a message in each language. */
async function read(Card: FunctionComponent<{ message: Message }>, changes: Partial<Message>) {
  const said: string[] = []
  for (const name of ['en', 'es', 'pt'] as const) {
    await loadAllTexts(name)
    await chooseLanguage(name)
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

test('a call that rang on the phone is not shown as missed', async () => {
  const call = { mediaType: 'call_log', createdAt: '2026-11-20T12:30:00.000Z', body: '' } as const
  expect(await read(CallLine, { ...call, detail: { kind: 'voice', rang: true } })).toEqual([
    'Voice call at 09:30',
    'Llamada a las 09:30',
    'Chamada de voz às 09:30',
  ])
  expect((await read(CallLine, { ...call, detail: { kind: 'video', rang: true } })).at(-1)).toBe(
    'Chamada de vídeo às 09:30',
  )
})

test.each([
  ['voice', ['Missed voice call at 09:30', 'Llamada perdida a las 09:30', 'Chamada de voz perdida às 09:30']],
  ['video', ['Missed video call at 09:30', 'Videollamada perdida a las 09:30', 'Chamada de vídeo perdida às 09:30']],
])("the preview of a %s call is in the user's language, independent of the stored text", async (kind, expected) => {
  const call = { mediaType: 'call_log', detail: { kind }, createdAt: '2026-11-20T12:30:00.000Z' } as const
  for (const body of ['', kind]) expect(await read(CallLine, { ...call, body })).toEqual(expected)
})

test('a file that the browser cannot show can be saved under its name with the right ending', async () => {
  const heic = {
    mediaType: 'image',
    mediaUrl: '/media/1',
    detail: { mime: 'image/heic', fileName: 'IMG_1.jpg' },
  } as const
  expect((await read(BrokenMedia, heic)).at(-1)).toBe(
    'Este arquivo não pode ser mostrado aqui. Baixe-o para abrir em outro programa.\nBaixar',
  )
  const html = renderToStaticMarkup(createElement(BrokenMedia, { message: message(heic) }))
  expect(html).toContain('href="/media/1" download="IMG_1.heic"')
})

test('a file of a usual type that did not open offers a retry and its download', async () => {
  const jpeg = { mediaType: 'image', mediaUrl: '/media/1', detail: { mime: 'image/jpeg' } } as const
  const retried = (props: { message: Message }) => createElement(BrokenMedia, { ...props, onRetry: () => {} })
  expect((await read(retried, jpeg)).at(-1)).toBe('O arquivo não abriu.\nBaixar\nTentar de novo')
})

test('an unsupported poll shows its title', async () => {
  const poll = { mediaType: 'unsupported', body: 'Qual dia?', detail: { kind: 'pollCreationMessage' } } as const
  expect(await read(UnsupportedCard, poll)).toEqual(
    [en, es, pt].map(({ tickets }) => `Qual dia?\n${tickets.unsupportedText}`),
  )
})

test.each([
  ['tooLarge', 'mediaTooLarge', false],
  ['noRoom', 'mediaNoRoom', true],
  [undefined, 'mediaFailed', true],
] as const)(
  'a file that failed to download (%s) shows the reason, with a retry if it can help',
  async (missing, text, mayTry) => {
    const file = { mediaType: 'image', mediaStatus: 'failed', detail: { missing } } as const
    const expected = [en, es, pt].map(({ tickets }) => (mayTry ? `${tickets[text]}\n${tickets.retry}` : tickets[text]))
    expect(await read(FailedMedia, file)).toEqual(expected)
  },
)

const Note = () => createElement(VoiceNote, { id: 'a', url: '/a', seconds: 3, onBroken: () => {} })

test('the speed of a voice note uses the number format of the language', async () => {
  nextSpeed()
  const said = await read(Note, {})
  expect(said.map((text) => text.split('\n').at(-1))).toEqual(['1.5×', '1,5×', '1,5×'])
})

test.each([
  ['chat', 'oi', 'oi'],
  ['image', 'veja', 'veja'],
  ['sticker', 'sticker', ''],
  ['call_log', 'voice', ''],
  [
    'locationMessage',
    'https://maps.google.com/maps?q=-23%2C-46&z=17|-23, -46',
    'https://maps.google.com/maps?q=-23%2C-46&z=17',
  ],
] as const)('copying a message of type %s copies only its readable text', (mediaType, body, copied) =>
  expect(textOf(message({ mediaType, body }))).toBe(copied),
)

test.each([
  ['stays, although a renewed one arrived', '/media/a?exp=1', '', '/media/a?exp=2', '/media/a?exp=1'],
  ['that failed gives way to the renewed one', '/media/a?exp=1', '/media/a?exp=1', '/media/a?exp=2', '/media/a?exp=2'],
  [
    'that failed stays while none newer is known',
    '/media/a?exp=1',
    '/media/a?exp=1',
    '/media/a?exp=1',
    '/media/a?exp=1',
  ],
  ['gives way to another file', 'blob:x', '', '/media/a?exp=2', '/media/a?exp=2'],
])('the address of a shown file %s', (_, shown, broken, newest, chosen) => {
  expect(chooseUrl({ shown, broken, newest })).toBe(chosen)
})

test('a message of 5000 characters shows its beginning until "Ler mais", unless a searched word is in the rest', async () => {
  await loadAllTexts('pt')
  const text = `${'bolo de milho '.repeat(350)}panetone`
  const page = render(createElement(BodyText, { text, found: [] }))
  expect(page.textContent?.length).toBeLessThan(1000)
  const more = page.querySelector('button')
  expect(more?.textContent).toBe('Ler mais')
  flushSync(() => more?.click())
  expect(page.textContent).toEndWith('panetone')
  unmount()
  expect(render(createElement(BodyText, { text, found: ['panetone'] })).querySelector('button')).toBeNull()
  unmount()
})
