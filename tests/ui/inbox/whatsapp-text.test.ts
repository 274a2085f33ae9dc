import { describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Inline, isOnlyEmoji, parseWhatsAppText, toSource } from '../../../ui/whatsapp-text/parse'
import { plainText } from '../../../ui/whatsapp-text/plain'
import { WhatsAppText } from '../../../ui/whatsapp-text/whatsapp-text'

const kinds = (text: string) => parseWhatsAppText(text).flatMap(({ children }) => children.map(({ kind }) => kind))
const first = (text: string): Inline | undefined => parseWhatsAppText(text)[0]?.children[0]

describe('WhatsApp text', () => {
  test.each([
    ['*negrito*', 'bold'],
    ['_itálico_', 'italic'],
    ['~riscado~', 'strike'],
    ['`código`', 'code'],
    ['```duas\nlinhas```', 'mono'],
    ['https://exemplo.com/a_b_c?d=1', 'link'],
  ])('%s', (text, kind) => expect(kinds(text)).toEqual([kind as Inline['kind']]))

  test.each(['a*b*c', '2 * 3 * 4', '* não *', 'snake_case_name', '**', '_ _', 'http://', 'www.', '*aberto'])(
    '%s stays as it is',
    (text) => expect(kinds(text)).not.toContainAnyValues(['bold', 'italic', 'link']),
  )

  test('formatted lines are rendered without a warning of React', () => {
    const warned = spyOn(console, 'error').mockImplementation(() => {})
    renderToStaticMarkup(createElement(WhatsAppText, { text: '*a* _b_\nc' }))
    const { calls } = warned.mock
    warned.mockRestore()
    expect(calls).toEqual([])
  })

  test('marks can be nested, and bold text may be followed by a comma', () => {
    expect(first('*a _b_ c*')).toMatchObject({ kind: 'bold', children: [{}, { kind: 'italic' }, {}] })
    expect(kinds('*João*, tudo bem?')).toEqual(['bold', 'text'])
  })

  test('a link ends before the punctuation of its sentence', () => {
    expect(parseWhatsAppText('veja https://x.com/a_b).')[0]?.children[1]).toEqual({
      kind: 'link',
      text: 'https://x.com/a_b',
      href: 'https://x.com/a_b',
    })
    expect(first('https://pt.wikipedia.org/wiki/Foo_(bar)')).toMatchObject({
      href: 'https://pt.wikipedia.org/wiki/Foo_(bar)',
    })
    expect(first('www.exemplo.com.br')).toMatchObject({ href: 'https://www.exemplo.com.br' })
    expect(first('javascript:alert(1)')).toMatchObject({ kind: 'text' })
  })

  test('quotes and lists are recognised per line', () => {
    expect(parseWhatsAppText('> citado\n- item\n1. um\nnada').map(({ kind }) => kind)).toEqual([
      'quote',
      'bullet',
      'number',
      'plain',
    ])
  })

  test('parsed text is restored exactly', () => {
    const unit = fc.constantFrom(...'*_~`>-1. \n', '```', 'a', 'ã', '😀', 'h', 'www.', 'https://a.b/c_d', '(', ')')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), (text) => expect(toSource(parseWhatsAppText(text))).toBe(text)),
      { numRuns: 3000 },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => expect(toSource(parseWhatsAppText(text))).toBe(text)),
    )
  })

  test('plainText removes the formatting marks', () => {
    expect(plainText('*Olá*,\n_tudo_ `bem`?')).toBe('Olá, tudo bem?')
  })

  test('isOnlyEmoji is true for up to three emoji', () => {
    expect(isOnlyEmoji('👍🏽')).toBe(true)
    expect(isOnlyEmoji('👨‍👩‍👧 ')).toBe(true)
    expect(isOnlyEmoji('1')).toBe(false)
    expect(isOnlyEmoji('👍👍👍👍')).toBe(false)
  })
})

test('found words are marked whatever their case and accents, also in bold text, but not across lines', () => {
  const found = ['cha', 'maca', 'oacabou']
  const html = renderToStaticMarkup(createElement(WhatsAppText, { text: 'O *CHÁ* de maçã do\nacabou', found }))
  expect([...html.matchAll(/<mark[^>]*>(.*?)<\/mark>/g)].map(([, word]) => word)).toEqual(['CHÁ', 'maçã'])
})
