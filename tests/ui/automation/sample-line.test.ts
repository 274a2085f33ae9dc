import '../browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { FileListRow } from '../../../ui/pages/inbox/file-lists/file-list-row'
import { QuickMessageRow } from '../../../ui/pages/inbox/quick-messages/quick-message-row'
import { render } from '../rendered'
import { signInForEachTest } from '../signed-in'

/** Texts of a company in the rows of its lists. */

await signInForEachTest()

const quickMessage = {
  id: 1,
  shortcode: 'prazo',
  geral: true,
  status: true,
  userId: 7,
  mediaPath: null,
  mediaName: null,
}
const fileList = { id: 1, name: 'Cardápio', options: [] }

test.each([
  [
    'a quick reply',
    (message: string) => createElement(QuickMessageRow, { row: { ...quickMessage, message } as never, onEdit() {} }),
  ],
  ['a file list', (message: string) => createElement(FileListRow, { row: { ...fileList, message } as never })],
])('the row of %s shows an example in place of each variable, which its chip names', (_, rowOf) => {
  const row = render(rowOf('Oi, {{ firstName }}!\nFica pronto {{quando}}.'))
  const text = row.querySelector('p')!
  expect(text.textContent).toBe('Oi, Maria! Fica pronto {{quando}}.')
  expect([...text.querySelectorAll('[title]')].map((chip) => [chip.getAttribute('title'), chip.textContent])).toEqual([
    ['Primeiro nome do contato', 'Maria'],
  ])
})
