import '../browser'
import { expect, mock, test } from 'bun:test'
import { createElement } from 'react'
import { NewKeyDialog } from '../../../ui/pages/api/api-keys/new-key-dialog'
import { press, render } from '../rendered'
import { signInForEachTest } from '../signed-in'

await signInForEachTest()

const named = (name: string) => document.querySelector(`[aria-label="${name}"]`) as Element

test('a new key stays on the screen until it was copied', async () => {
  const writeText = mock(async () => {})
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  const onClose = mock(() => {})
  render(createElement(NewKeyDialog, { apiKey: 'blc_1', onClose }))
  press(named('Fechar'))
  expect(onClose).not.toHaveBeenCalled()
  press(named('Copiar a chave'))
  await Bun.sleep(1)
  expect(writeText).toHaveBeenCalledWith('blc_1')
  // The copy is noted some turns later; on a busy machine that takes longer than a millisecond.
  for (let tries = 0; tries < 500 && onClose.mock.calls.length === 0; tries++) {
    press(named('Fechar'))
    await Bun.sleep(2)
  }
  expect(onClose).toHaveBeenCalledTimes(1)
})
