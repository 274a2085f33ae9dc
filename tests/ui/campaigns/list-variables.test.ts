import '../browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { createForm } from '../../../ui/lib/form'
import { MessageField } from '../../../ui/pages/campaigns/campaigns/message-field'
import { press, render, unmount } from '../rendered'
import { signInForEachTest } from '../signed-in'

await signInForEachTest()
afterEach(unmount)

const fieldWith = (listHeadings: string[]) =>
  render(
    createElement(MessageField, {
      ...{ field: createForm({ message1: 'Vence em .' }).field('message1'), label: 'Mensagem 1', hint: '' },
      ...{ variables: [], listHeadings, disabled: false },
    }),
  )

test('a button for each column of the list inserts it where the cursor stands', () => {
  const inserted: string[] = []
  Object.assign(document, { execCommand: (_: string, __: boolean, text: string) => inserted.push(text) })
  const element = fieldWith(['Plano', 'Data de vencimento'])
  const buttons = [...element.querySelectorAll('fieldset button')]
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Plano', 'Data de vencimento'])
  const area = element.querySelector('textarea') as HTMLTextAreaElement
  area.setSelectionRange(9, 9)
  press(buttons[1] as Element)
  expect(inserted).toEqual(['{{data_de_vencimento}}'])
  expect([area.selectionStart, document.activeElement === area]).toEqual([9, true])
})

test('a list without columns, or a tag, shows no buttons', () => {
  expect(fieldWith([]).querySelector('fieldset button')).toBeNull()
})
