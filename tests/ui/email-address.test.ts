import './browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { EmailAddress } from '../../ui/components/email-address'

test('an e-mail address may break after its @ and its dots', () => {
  const html = renderToStaticMarkup(createElement(EmailAddress, { address: 'ana@casa.example' }))
  expect(html).toContain('ana@<wbr/>casa.<wbr/>example')
})
