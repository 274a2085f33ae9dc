import '../browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { WhatsAppText } from '../../../ui/whatsapp-text/whatsapp-text'

test('mentioned people stand out in a text, and the own number most', () => {
  const mentions = [{ text: '@Ana Souza' }, { text: '@Vendas', me: true }]
  const html = renderToStaticMarkup(
    createElement(WhatsAppText, { text: 'Oi *@Ana Souza* e @Vendas, a@b.c', mentions, found: ['souza'] }),
  )
  expect(html).toContain('<strong class="font-semibold"><span class="font-semibold text-accent-ink">@Ana ')
  expect(html).toContain('<mark class="rounded-sm bg-warn-soft text-warn">Souza</mark>')
  expect(html).toContain('bg-note px-0.5 font-semibold text-note-ink">@Vendas</span>')
  expect(html.match(/<span class/g)).toHaveLength(2)
})
