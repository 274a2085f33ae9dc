import { expect, test } from 'bun:test'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { withBold } from '../../emulator/page/bold-text'

test.each([
  ['*Mensagem automática:* Olá', '<b>Mensagem automática:</b> Olá'],
  ['2 * 3 = 6', '2 * 3 = 6'],
])('the simulated phone shows %s as %s', (text, html) =>
  expect(renderToStaticMarkup(createElement(Fragment, null, withBold(text)))).toBe(html),
)
